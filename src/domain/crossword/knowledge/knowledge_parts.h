/* knowledge_parts.h - the tensors of a crossword model's file; only for its writer and its reader.
 *
 * Kept are the words, articles, units and links of the lexicon, the vectors of stems, and the
 * learned numbers; the index follows from them. Words and forms are sorted, so each is written as
 * the number of letters it shares with the one before, the number of others, and these. Lists are
 * written by their lengths.
 */
#ifndef BSN_KNOWLEDGE_PARTS_H
#define BSN_KNOWLEDGE_PARTS_H

#include "domain/crossword/knowledge/knowledge_file.h"
#include "energy/safetensors.h"

#define BSN_HABITS_COUNT (sizeof(struct bsn_habits) / sizeof(float))

enum bsn_part {
    BSN_PART_WORD_LETTERS,
    BSN_PART_WORD_LIST,
    BSN_PART_FORM_LETTERS,
    BSN_PART_ARTICLE_KIND,    /* source and part of speech */
    BSN_PART_ARTICLE_WORDS,   /* how many */
    BSN_PART_ARTICLE_UNITS,
    BSN_PART_ARTICLE_WORD,
    BSN_PART_UNIT_KIND,       /* kind and what it asks for */
    BSN_PART_UNIT_FORMS,      /* how many */
    BSN_PART_UNIT_FORM,
    BSN_PART_RELATION_ENDS,
    BSN_PART_RELATION_KIND,
    BSN_PART_INFLECTION_ENDS,
    BSN_PART_INFLECTION_KIND,
    BSN_PART_ENCODER_SCALE,   /* 0 for stems without a vector */
    BSN_PART_ENCODER_TABLE,   /* rows of the others */
    BSN_PART_HABITS,
    BSN_PART_MIXER,
    BSN_PARTS
};

struct bsn_knowledge_part {
    const char *name;
    enum bsn_tensor_type type;
};

extern const struct bsn_knowledge_part bsn_knowledge_parts[BSN_PARTS];

#endif
