"""include/basin.h for ctypes, written by scripts/declare.py: `make exports`."""
from ctypes import (CFUNCTYPE, POINTER, Structure, c_bool, c_char, c_char_p, c_double,
                    c_float, c_int, c_int32, c_size_t, c_uint32, c_uint64, c_void_p)
from typing import Any, Dict, List, Tuple

VERSION = "0.1.0"
WHOLE = -1
NO_VARIABLE = 0xFFFFFFFF

# Prefix of the names in C: what follows it, in small letters.
ENUMS: Dict[str, Dict[str, int]] = {}
ENUMS["BASIN_STATUS_"] = {
    "ok": 0,
    "input": 1,
    "parse": 2,
    "io": 3,
    "memory": 4,
    "too_big": 5,
    "model": 6,
    "diverged": 7,
    "stopped": 8,
}


class basin_alloc(Structure):
    _fields_ = [
        ("resize", CFUNCTYPE(c_void_p, c_void_p, c_void_p, c_size_t)),
        ("release", CFUNCTYPE(None, c_void_p, c_void_p)),
        ("user", c_void_p),
    ]


basin_stop_fn = CFUNCTYPE(c_bool, c_void_p)
basin_unpack_fn = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t, c_void_p)


class basin_team(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("count", c_uint32),
        ("number", c_uint32),
        ("share", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)),
        ("user", c_void_p),
    ]


ENUMS["BASIN_TRAIT_"] = {
    "limit": 0,
    "many": 1,
    "text": 2,
    "refine": 3,
    "number": 4,
    "ranked": 5,
    "models": 6,
}


class basin_score(Structure):
    _fields_ = [
        ("letters", c_size_t),
        ("letters_right", c_size_t),
        ("words", c_size_t),
        ("words_right", c_size_t),
    ]


ENUMS["BASIN_VERDICT_"] = {"none": 0, "open": 1, "satisfiable": 2, "unsatisfiable": 3}
basin_judge_fn = CFUNCTYPE(c_int, c_void_p, c_char_p, POINTER(c_int32), c_size_t, POINTER(c_char_p))


class basin_gen_opts(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_char_p),
        ("n", c_uint32),
        ("ratio", c_double),
        ("width", c_uint32),
        ("seed", c_uint64),
        ("judge", basin_judge_fn),
        ("judge_user", c_void_p),
    ]


ENUMS["BASIN_ENERGY_"] = {"compact": 0, "paper": 1, "exact": 2}


class basin_literal(Structure):
    _fields_ = [
        ("variable", c_uint32),
        ("value", c_int32),
        ("negated", c_bool),
    ]


class basin_constraint(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("network", c_char_p),
        ("model", c_void_p),
        ("literal", POINTER(basin_literal)),
        ("literals", c_size_t),
        ("condition", POINTER(c_float)),
        ("conditions", c_size_t),
        ("weight", c_double),
    ]


basin_verify_fn = CFUNCTYPE(c_uint64, c_void_p, POINTER(c_int32), c_size_t)
ENUMS["BASIN_METHOD_"] = {"basin": 0, "paper": 1}
ENUMS["BASIN_ANSWER_"] = {"none": 0, "best": 1, "solved": 2, "believed": 3}
ENUMS["BASIN_STOP_"] = {"solved": 0, "end": 1, "steps": 2, "time": 3, "caller": 4, "floor": 5}
ENUMS["BASIN_NARROW_"] = {"nothing": 0, "some": 1, "all": 2, "against": 3}


class basin_moment(Structure):
    _fields_ = [
        ("step", c_uint64),
        ("seconds", c_double),
        ("violated", c_uint64),
        ("value", POINTER(c_int32)),
        ("particles", c_size_t),
        ("energy", POINTER(c_float)),
        ("values", POINTER(c_int32)),
        ("broken", POINTER(c_uint64)),
        ("parent", POINTER(c_uint32)),
        ("noise", c_double),
    ]


class basin_solve_opts(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("method", c_int),
        ("sampler", c_char_p),
        ("compose", c_char_p),
        ("particles", c_uint32),
        ("steps", c_uint64),
        ("seconds", c_double),
        ("seed", c_uint64),
        ("sample", c_uint64),
        ("threads", c_uint32),
        ("should_stop", CFUNCTYPE(c_bool, c_void_p)),
        ("on_moment", CFUNCTYPE(None, c_void_p, POINTER(basin_moment))),
        ("user", c_void_p),
        ("fixed", POINTER(c_int32)),
        ("start", POINTER(c_int32)),
        ("watch", c_bool),
        ("levels", c_uint32),
        ("kernel", c_char_p),
        ("whole", c_bool),
        ("team", POINTER(basin_team)),
    ]


class basin_answer(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("stop", c_int),
        ("value", POINTER(c_int32)),
        ("values", c_size_t),
        ("violated", c_uint64),
        ("energy", c_double),
        ("steps", c_uint64),
        ("sample", c_uint64),
        ("seconds", c_double),
        ("particles", c_uint32),
        ("sure", POINTER(c_double)),
        ("sures", c_size_t),
        ("narrow", c_int),
        ("narrowed_values", c_size_t),
        ("narrowed_variables", c_size_t),
        ("sampler", c_uint32),
    ]


basin_better_fn = CFUNCTYPE(None, c_void_p, c_uint32, POINTER(basin_answer))


class basin_train_moment(Structure):
    _fields_ = [
        ("network", c_char_p),
        ("step", c_uint64),
        ("steps", c_uint64),
        ("loss", c_double),
        ("diffusion", c_double),
        ("contrastive", c_double),
        ("steps_per_second", c_double),
        ("seconds_left", c_double),
        ("note", c_char_p),
    ]


class basin_train_opts(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("energy", c_int),
        ("steps", c_uint64),
        ("batch", c_uint32),
        ("rate", c_double),
        ("diffusion", c_double),
        ("contrastive", c_double),
        ("seed", c_uint64),
        ("threads", c_uint32),
        ("resume", c_bool),
        ("checkpoint_seconds", c_double),
        ("log", c_char_p),
        ("should_stop", CFUNCTYPE(c_bool, c_void_p)),
        ("on_moment", CFUNCTYPE(None, c_void_p, POINTER(basin_train_moment))),
        ("user", c_void_p),
        ("refine", c_void_p),
        ("full", c_bool),
        ("clues", c_char_p),
        ("hold_out", c_char_p),
        ("hold_from", c_char_p),
        ("only_clues", c_bool),
        ("audit", c_char_p),
        ("embeddings", c_char_p),
        ("kernel", c_char_p),
        ("board", c_uint32),
        ("team", POINTER(basin_team)),
    ]


class basin_learn_opts(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("valid", POINTER(c_int32)),
        ("lengths", POINTER(c_size_t)),
        ("rows", c_size_t),
        ("places", c_size_t),
        ("invalid", POINTER(c_int32)),
        ("invalid_lengths", POINTER(c_size_t)),
        ("invalids", c_size_t),
        ("values", c_uint32),
        ("name", POINTER(c_char_p)),
        ("numbers", c_bool),
        ("ordered", c_bool),
        ("values_differ", c_bool),
        ("seed", c_uint64),
        ("steps", c_uint64),
        ("threads", c_uint32),
        ("resume", c_bool),
        ("checkpoint_seconds", c_double),
        ("log", c_char_p),
        ("should_stop", CFUNCTYPE(c_bool, c_void_p)),
        ("on_moment", CFUNCTYPE(None, c_void_p, POINTER(basin_train_moment))),
        ("user", c_void_p),
        ("kernel", c_char_p),
        ("team", POINTER(basin_team)),
    ]


class basin_learn_report(Structure):
    _fields_ = [
        ("size", c_size_t),
        ("sure", c_bool),
        ("ordered", c_bool),
        ("values_differ", c_bool),
        ("header", c_bool),
        ("examples", c_size_t),
        ("refused", c_size_t),
        ("invalid", c_size_t),
        ("invalid_told", c_size_t),
        ("made", c_size_t),
        ("made_known", c_size_t),
        ("made_told", c_size_t),
        ("made_unsure", c_size_t),
        ("asked", c_size_t),
        ("agreed", c_size_t),
        ("found", c_char * 240),
        ("why", c_char * 240),
    ]


# What the INIT macros fill beside `size`.
DEFAULTS: Dict[Any, Dict[str, int]] = {
    basin_team: {},
    basin_gen_opts: {"seed": 1},
    basin_constraint: {"weight": 1},
    basin_solve_opts: {"seed": 1},
    basin_answer: {},
    basin_train_opts: {"seed": 1, "diffusion": -1, "contrastive": -1, "checkpoint_seconds": 30},
    basin_learn_opts: {"seed": 1, "checkpoint_seconds": 30},
    basin_learn_report: {},
}

# What a function returns and what it takes.
FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "basin_version": (c_char_p, []),
    "basin_ctx_new": (c_int, [POINTER(basin_alloc), POINTER(c_void_p)]),
    "basin_ctx_free": (None, [c_void_p]),
    "basin_error_text": (c_char_p, [c_void_p]),
    "basin_ctx_blocks": (c_size_t, [c_void_p]),
    "basin_ctx_memory": (None, [c_void_p, c_size_t]),
    "basin_ctx_stop": (None, [c_void_p, basin_stop_fn, c_void_p, c_double]),
    "basin_ctx_stopped": (c_bool, [c_void_p]),
    "basin_ctx_unpack": (None, [c_void_p, basin_unpack_fn, c_void_p]),
    "basin_unpacked_add": (c_int, [c_void_p, c_void_p, c_size_t]),
    "basin_unpacked_fail": (c_int, [c_void_p, c_int, c_char_p]),
    "basin_name_plain": (c_size_t, [c_char_p, c_size_t]),
    "basin_text_free": (None, [c_void_p, c_char_p]),
    "basin_domain_name": (c_char_p, [c_size_t]),
    "basin_domain_summary": (c_char_p, [c_char_p]),
    "basin_domain_operand": (c_char_p, [c_char_p]),
    "basin_domain_formats": (c_char_p, [c_char_p]),
    "basin_domain_suffix": (c_char_p, [c_char_p]),
    "basin_domain_unknown": (c_char_p, [c_char_p]),
    "basin_domain_about": (c_char_p, [c_char_p]),
    "basin_domain_has": (c_bool, [c_char_p, c_int]),
    "basin_domain_of": (c_char_p, [c_char_p]),
    "basin_problem_open": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_void_p)]),
    "basin_instances": (c_int, [c_void_p, c_char_p, c_char_p, POINTER(c_size_t)]),
    "basin_problem_free": (None, [c_void_p, c_void_p]),
    "basin_problem_domain": (c_char_p, [c_void_p]),
    "basin_problem_values": (c_size_t, [c_void_p]),
    "basin_problem_constraints": (c_size_t, [c_void_p]),
    "basin_problem_with_limit": (c_int, [c_void_p, c_void_p, c_uint32, POINTER(c_int32), POINTER(c_void_p)]),
    "basin_problem_has_limit": (c_bool, [c_void_p]),
    "basin_problem_limited": (c_uint32, [c_void_p]),
    "basin_problem_searched": (c_size_t, [c_void_p]),
    "basin_problem_bounds": (c_int, [c_void_p, c_void_p, POINTER(c_int32), POINTER(c_uint32), POINTER(c_uint32)]),
    "basin_problem_floor": (c_uint64, [c_void_p]),
    "basin_problem_remarks": (c_int, [c_void_p, c_void_p, POINTER(c_char_p)]),
    "basin_problem_check": (c_int, [c_void_p, c_void_p, POINTER(c_int32), POINTER(c_uint64)]),
    "basin_problem_sum": (c_int, [c_void_p, c_void_p, POINTER(c_int32), POINTER(c_double)]),
    "basin_problem_write": (c_int, [c_void_p, c_void_p, POINTER(c_int32), c_char_p, POINTER(c_char_p)]),
    "basin_problem_score": (c_bool, [c_void_p, POINTER(c_int32), POINTER(basin_score)]),
    "basin_solutions_read": (c_int, [c_void_p, c_void_p, c_char_p, POINTER(POINTER(c_int32)), POINTER(c_size_t)]),
    "basin_values_free": (None, [c_void_p, POINTER(c_int32)]),
    "basin_domain_kinds": (c_char_p, [c_char_p]),
    "basin_generate": (c_int, [c_void_p, c_char_p, POINTER(basin_gen_opts), POINTER(c_char_p)]),
    "basin_energy_name": (c_char_p, [c_int]),
    "basin_model_default": (c_int, [c_void_p, c_char_p, c_int, POINTER(c_void_p)]),
    "basin_model_name": (c_char_p, [c_size_t]),
    "basin_model_named": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "basin_model_load": (c_int, [c_void_p, c_char_p, POINTER(c_void_p)]),
    "basin_model_save": (c_int, [c_void_p, c_void_p, c_char_p]),
    "basin_model_free": (None, [c_void_p, c_void_p]),
    "basin_model_domain": (c_char_p, [c_void_p]),
    "basin_domain_takes": (c_bool, [c_char_p, c_void_p]),
    "basin_model_energy": (c_int, [c_void_p]),
    "basin_model_hash": (c_uint64, [c_void_p]),
    "basin_model_value_name": (c_char_p, [c_void_p, c_size_t]),
    "basin_model_describe": (c_int, [c_void_p, c_void_p, POINTER(c_char_p)]),
    "basin_draft_new": (c_int, [c_void_p, POINTER(c_void_p)]),
    "basin_draft_free": (None, [c_void_p, c_void_p]),
    "basin_draft_variables": (c_int, [c_void_p, c_void_p, c_uint32, c_uint32, POINTER(c_uint32)]),
    "basin_draft_constrain": (c_int, [c_void_p, c_void_p, POINTER(basin_constraint)]),
    "basin_draft_cost": (c_int, [c_void_p, c_void_p, POINTER(c_uint32), c_size_t, POINTER(c_double), c_double]),
    "basin_draft_learned": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_uint32), c_size_t, c_double]),
    "basin_draft_given": (c_int, [c_void_p, c_void_p, c_uint32, c_int32]),
    "basin_draft_verifier": (None, [c_void_p, basin_verify_fn, c_void_p]),
    "basin_draft_finish": (c_int, [c_void_p, c_void_p, POINTER(c_void_p)]),
    "basin_solve": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(basin_solve_opts), POINTER(basin_answer)]),
    "basin_solve_many": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(basin_solve_opts), c_size_t, POINTER(basin_answer)]),
    "basin_solve_least": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(basin_solve_opts), basin_better_fn, POINTER(basin_answer), POINTER(c_uint32)]),
    "basin_answer_write": (c_int, [c_void_p, c_void_p, POINTER(basin_answer), c_char_p, POINTER(c_char_p)]),
    "basin_answer_clear": (None, [c_void_p, POINTER(basin_answer)]),
    "basin_problem_energy": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int32), c_uint32, c_int, POINTER(c_double)]),
    "basin_problem_costs": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_int32), c_uint32, c_int, POINTER(POINTER(c_double)), POINTER(c_size_t)]),
    "basin_costs_free": (None, [c_void_p, POINTER(c_double)]),
    "basin_problem_export": (c_int, [c_void_p, c_void_p, c_void_p, c_char_p]),
    "basin_problem_reference": (c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_double)]),
    "basin_domain_reference": (c_char_p, [c_char_p]),
    "basin_kernel_name": (c_char_p, [c_size_t]),
    "basin_sampler_name": (c_char_p, [c_size_t]),
    "basin_sampler_summary": (c_char_p, [c_char_p]),
    "basin_domain_sampler": (c_char_p, [c_char_p, c_int]),
    "basin_train": (c_int, [c_void_p, c_char_p, POINTER(basin_train_opts), c_char_p]),
    "basin_learn": (c_int, [c_void_p, POINTER(basin_learn_opts), c_char_p, POINTER(basin_learn_report)]),
    "basin_learn_files": (c_int, [c_void_p, c_char_p, c_char_p, c_bool, POINTER(basin_learn_opts), c_char_p, POINTER(basin_learn_report)]),
}
