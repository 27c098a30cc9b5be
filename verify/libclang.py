# SPDX-License-Identifier: Apache-2.0
"""What doorway.py asks of libclang's C interface. libclang is part of Debian's package clang; its own Python package wants 100 MB more."""

import ctypes
import glob
import os
import re

# CXCursorKind
FIELD, VARIABLE, PARAMETER, TYPEDEF, ALIAS, TYPE_REFERENCE, OVERLOADED_REFERENCE, NO_DECLARATION = 6, 9, 10, 20, 36, 43, 49, 70
NO_TYPE = 0  # CXTypeKind


class Cursor(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("xdata", ctypes.c_int), ("data", ctypes.c_void_p * 3)]


class Type(ctypes.Structure):
    _fields_ = [("kind", ctypes.c_int), ("data", ctypes.c_void_p * 2)]


class Location(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p * 2), ("offset", ctypes.c_uint)]


class String(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("flags", ctypes.c_uint)]


_POINTER, _NUMBER, _TEXT = ctypes.c_void_p, ctypes.c_uint, ctypes.c_char_p
_VISITOR = ctypes.CFUNCTYPE(ctypes.c_int, Cursor, Cursor, _POINTER)
_FUNCTIONS = {
    "createIndex": (_POINTER, [ctypes.c_int, ctypes.c_int]),
    "parseTranslationUnit": (
        _POINTER,
        [_POINTER, _TEXT, ctypes.POINTER(_TEXT), ctypes.c_int, _POINTER, _NUMBER, _NUMBER],
    ),
    "getTranslationUnitCursor": (Cursor, [_POINTER]),
    "visitChildren": (_NUMBER, [Cursor, _VISITOR, _POINTER]),
    "getCursorReferenced": (Cursor, [Cursor]),
    "getCursorDefinition": (Cursor, [Cursor]),
    "getCursorSemanticParent": (Cursor, [Cursor]),
    "getCursorLocation": (Location, [Cursor]),
    "getCursorSpelling": (String, [Cursor]),
    "getCursorType": (Type, [Cursor]),
    "getCanonicalType": (Type, [Type]),
    "getPointeeType": (Type, [Type]),
    "getTypeDeclaration": (Cursor, [Type]),
    "getNumOverloadedDecls": (_NUMBER, [Cursor]),
    "getOverloadedDecl": (Cursor, [Cursor, _NUMBER]),
    "Cursor_isNull": (ctypes.c_int, [Cursor]),
    "Cursor_isInlineNamespace": (_NUMBER, [Cursor]),
    "getExpansionLocation": (None, [Location, ctypes.POINTER(_POINTER)] + 3 * [ctypes.POINTER(_NUMBER)]),
    "getFileName": (String, [_POINTER]),
    "getCString": (_TEXT, [String]),
    "disposeString": (None, [String]),
    "getNumDiagnostics": (_NUMBER, [_POINTER]),
    "getDiagnostic": (_POINTER, [_POINTER, _NUMBER]),
    "getDiagnosticSeverity": (ctypes.c_int, [_POINTER]),
    "formatDiagnostic": (String, [_POINTER, _NUMBER]),
}
_PLACES = ["/usr/lib/llvm-*/lib/libclang.so*", "/usr/lib/*/libclang-[0-9]*.so*", "/usr/lib*/libclang.so*", "/usr/local/lib/libclang.so*"]


def _newest():
    """The path of the newest libclang on this machine, or None."""
    found = [path for pattern in _PLACES for path in glob.glob(pattern)]
    version = lambda path: [int(n) for n in re.findall(r"\d+", path)]  # noqa: E731
    return os.environ.get("LIBCLANG") or max(found, key=version, default=None)


class Tree:
    """The syntax tree of one program: what its names refer to after includes, macros, aliases and using-directives."""

    def __init__(self, arguments):
        path = _newest()
        if path is None:
            raise OSError("libclang is not on this machine; install the Debian package clang, or name the library in LIBCLANG")
        self._library = ctypes.CDLL(path)
        for name, (result, parameters) in _FUNCTIONS.items():
            function = getattr(self._library, "clang_" + name)
            function.restype, function.argtypes = result, parameters
            setattr(self, "_" + name, function)
        encoded = (_TEXT * len(arguments))(*[a.encode() for a in arguments])
        index = self._createIndex(0, 0)
        self._unit = self._parseTranslationUnit(index, None, encoded, len(arguments), None, 0, 0)
        if not self._unit:
            raise OSError("libclang cannot read " + " ".join(arguments))
        self.root = self._getTranslationUnitCursor(self._unit)
        self._names, self._files = {}, {}

    def _text(self, string):
        text = (self._getCString(string) or b"").decode(errors="replace")
        self._disposeString(string)
        return text

    def errors(self):
        """What the compiler refuses, as it says it."""
        for i in range(self._getNumDiagnostics(self._unit)):
            diagnostic = self._getDiagnostic(self._unit, i)
            if self._getDiagnosticSeverity(diagnostic) >= 3:
                yield self._text(self._formatDiagnostic(diagnostic, 1))

    def children(self, cursor):
        found = []

        def visit(child, _parent, _data):
            found.append(Cursor.from_buffer_copy(child))
            return 1

        self._visitChildren(cursor, _VISITOR(visit), None)
        return found

    def place(self, cursor):
        """(file, line) of where it stands; of what a macro makes, where the macro is used."""
        file, line, column, offset = _POINTER(), _NUMBER(), _NUMBER(), _NUMBER()
        self._getExpansionLocation(
            self._getCursorLocation(cursor), ctypes.byref(file), ctypes.byref(line), ctypes.byref(column), ctypes.byref(offset)
        )
        if file.value not in self._files:
            self._files[file.value] = self._text(self._getFileName(file)) if file.value else ""
        return self._files[file.value], line.value

    def name(self, cursor):
        """Its name with all namespaces and classes around it; inline namespaces left out."""
        parts = []
        while cursor.data[0] and not self._Cursor_isNull(cursor):
            word = self._text(self._getCursorSpelling(cursor))
            if cursor.kind in (300, 350):  # the whole program
                break
            if word and not self._Cursor_isInlineNamespace(cursor):
                parts.append(re.sub(r"<.*", "", word))
            cursor = self._getCursorSemanticParent(cursor)
        return "::".join(reversed(parts))

    def meant_by(self, cursor):
        """(declaration, what it is inside of or None): of what a name stands for; of its class, aliases resolved; of the members of that."""
        meant = []
        if cursor.kind == OVERLOADED_REFERENCE:  # a call in a template: all that overload resolution will choose from
            meant += [(self._getOverloadedDecl(cursor, i), None) for i in range(self._getNumOverloadedDecls(cursor))]
        meant += [(one, None) for one in self._some(self._getCursorReferenced(cursor))]
        for one in [cursor] + [one for one, _ in meant]:
            if one.kind in (FIELD, VARIABLE, PARAMETER, TYPE_REFERENCE, ALIAS, TYPEDEF):
                meant += self._class_of(one)
        return meant

    def _some(self, cursor):
        return [] if self._Cursor_isNull(cursor) or cursor.kind == NO_DECLARATION else [cursor]

    def _class_of(self, cursor, inside=None, depth=2):
        """The class of its value, or of what that points to, and those of the members of that class, if it is another library's."""
        found, kind = [], self._getCanonicalType(self._getCursorType(cursor))
        pointee = self._getPointeeType(kind)
        if pointee.kind != NO_TYPE and inside is None:
            kind = pointee
        for one in self._some(self._getTypeDeclaration(kind)):
            found.append((one, inside))
            name = self.name(one)
            if depth == 0 or name.startswith(("std::", "__gnu_cxx::", "weir::")):
                continue
            for definition in self._some(self._getCursorDefinition(one)):
                for member in self.children(definition):
                    if member.kind == FIELD:
                        found += self._class_of(member, inside or name, depth - 1)
        return found
