#!/usr/bin/env python3
"""pack.py - packs standard input as gz, xz, bz2 or zst, for tests of what the tool unpacks.

Each comes from its own library (zstd's through ctypes), so that no packer has to be installed.
"""
import bz2
import ctypes
import gzip
import lzma
import sys


def pack_zst(data):
    zstd = ctypes.CDLL("libzstd.so.1")
    zstd.ZSTD_compressBound.restype = zstd.ZSTD_compress.restype = ctypes.c_size_t
    room = zstd.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    out = ctypes.create_string_buffer(room)
    used = zstd.ZSTD_compress(out, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)), 3)
    assert used <= room
    return out.raw[:used]


PACK = {"gz": lambda data: gzip.compress(data, mtime=0), "xz": lzma.compress, "bz2": bz2.compress,
        "zst": pack_zst}
sys.stdout.buffer.write(PACK[sys.argv[1]](sys.stdin.buffer.read()))
