#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes every mistake it can think of into headers, each asleep behind a number, so that one compilation makes all of them.

usage: mutate.py TREE HEADER...
       mutate.py TREE --only=FILE

TREE is a copy of the headers; HEADERs are paths in it, and are rewritten there. TREE/source_rows.hpp tells the harness the numbers,
TREE/source_rows.txt tells score.py the texts. With --only, in a tree that has them, the harness makes just those that FILE names. clang says where statements, conditions and operators are; nothing is found by regular expressions.
"""
import json
import pathlib
import sys

import annotated

NAME = "::weir::verify::source_mutant"
OFF_BY_ONE = {"<": ("<=", "less"), "<=": ("<", "less_equal"), ">": (">=", "greater"), ">=": (">", "greater_equal")}
FUNCTIONS = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXDestructorDecl", "CXXConversionDecl"}
# What the compiler evaluates, or what does not happen at run time.
COMPILE_TIME = {"ConstantExpr", "StaticAssertDecl", "RequiresExpr", "TemplateArgument", "UnaryExprOrTypeTraitExpr", "CXXNoexceptExpr",
                "ConceptSpecializationExpr", "ClassTemplateSpecializationDecl", "ConceptDecl", "EnumDecl", "TypeAliasDecl", "TypedefDecl",
                "LoopHintAttr"}


class Mutant(annotated.Header):
    """A header and the mistakes that can be made in it."""

    def __init__(self, tree, name, rows, roots):
        super().__init__(tree, name, rows, roots)
        self.gives_bool = False
        for root in self.roots:
            self.visit(root)

    # --- mistakes ---

    def settle(self, node, results):
        """A condition that comes out the same whatever it finds. It is still evaluated."""
        span = self.span(node)
        if span is None or node["kind"] in COMPILE_TIME:
            return
        original = self.text(*span)
        asked = {result: self.number(f"always {result}", *span, original, result) for result in results}
        if any(asked.values()):
            true = f"!{NAME}({asked['false']})" if asked.get("false") else "true"
            false = f"{NAME}({asked['true']})" if asked.get("true") else "false"
            self.wrap(*span, "((", f") ? {true} : {false})")

    def drop(self, node):
        if (span := self.span(node)) is None:
            return
        begin, end = span
        while chr(self.bytes[end]).isspace():
            end += 1
        if self.bytes[end] != ord(";"):
            return
        if number := self.number("dropped", begin, end + 1, self.text(begin, end + 1), ";"):
            self.wrap(begin, end + 1, f"{{ if (!{NAME}({number})) ", " }")

    def swap(self, first, second):
        """Two statements in the other order: the second is made before the first, and not again."""
        one, two = self.span(first), self.span(second)
        if one is None or two is None:
            return
        changed = self.assigned(first), self.assigned(second)
        if all(changed) and changed[0] not in self.text(*two) and changed[1] not in self.text(*one):
            return  # no thread can look in between, and they do not depend on each other
        a, b = self.text(*one) + ";", self.text(*two) + ";"
        if number := self.number("swapped", one[0], two[1], a + " " + b, b + " " + a):
            self.opening.setdefault(one[0], []).insert(0, f"if ({NAME}({number})) {{ {b} }} ")
            self.opening.setdefault(two[0], []).append(f"if (!{NAME}({number})) ")

    def negate(self, node):
        span = self.span(node)
        if span and (number := self.number("inverted", *span, self.text(*span), f"!({self.text(*span)})")):
            self.wrap(*span, "(static_cast<bool>(", f") != {NAME}({number}))")

    def shift_bound(self, left, sign, right):
        one, two = self.span(left), self.span(right)
        if one is None or two is None:
            return
        between = self.text(one[1], two[0])
        if between.strip() != sign:
            return
        other, name = OFF_BY_ONE[sign]
        whole = (one[0], two[1])
        if number := self.number("off by one", *whole, self.text(*whole), self.text(*one) + f" {other} " + self.text(*two)):
            self.wrap(*whole, f"::weir::verify::source_{name}({NAME}({number}), ", ")")
            at = one[1] + between.index(sign)
            self.replaced[at] = (len(sign), ",")

    def shift_number(self, node):
        span = self.span(node)
        if span is None:
            return
        original = self.text(*span)
        digits = original.rstrip("uUlLzZ")
        if not digits.isdigit():
            return
        mutated = ("0" if digits == "1" else str(int(digits) + 1)) + original[len(digits):]
        if number := self.number("off by one", *span, original, mutated):
            self.wrap(*span, f"({NAME}({number}) ? {mutated} : ", ")")

    def flip(self, node):
        span = self.span(node)
        if span and (number := self.number("inverted", *span, self.text(*span), "false" if node.get("value") else "true")):
            self.wrap(*span, "(", f" != {NAME}({number}))")

    # --- the tree ---

    def visit(self, node):
        kind = node.get("kind", "")
        parts = [p for p in node.get("inner", []) if p]
        if kind in COMPILE_TIME or node.get("isImplicit") or node.get("constexpr") and kind.startswith("Var"):
            return
        if kind in FUNCTIONS:
            self.visit_function(node, parts)
            return
        handler = getattr(self, "visit_" + kind, None)
        if handler:
            handler(node, parts)
        else:
            for part in parts:
                self.visit(part)

    def visit_function(self, node, parts):
        outer = self.function, self.gives_bool
        if not node.get("name", "").startswith("operator()"):
            self.function = node.get("name", "")
        self.gives_bool = node.get("type", {}).get("qualType", "").startswith("bool (")
        for part in parts:
            if part.get("kind") == "CompoundStmt":
                self.visit(part)
        self.function, self.gives_bool = outer

    def visit_FunctionTemplateDecl(self, _, parts):
        for part in parts:
            if part.get("kind", "").endswith("Decl"):  # what a requires-clause asks, the compiler evaluates
                self.visit(part)

    visit_ClassTemplateDecl = visit_ClassTemplatePartialSpecializationDecl = visit_FunctionTemplateDecl

    def visit_LambdaExpr(self, _, parts):
        outer, self.gives_bool = self.gives_bool, False  # what it returns is its own, and clang shows its body here once more
        for part in parts:
            self.visit(part)
        self.gives_bool = outer

    def visit_FieldDecl(self, node, parts):
        outer, self.function = self.function, node.get("name", "")
        for part in parts:
            if part.get("kind") in ("CXXBoolLiteralExpr", "IntegerLiteral"):
                self.visit(part)
        self.function = outer

    def statement(self, node, conditional=False):
        kind = node.get("kind", "")
        simple = kind.endswith(("Expr", "Operator", "ExprWithCleanups")) and kind != "CXXStaticCastExpr"
        leaves = kind in ("BreakStmt", "ContinueStmt") or kind == "ReturnStmt" and not node.get("inner")
        if (simple or leaves) and not conditional:  # without the whole body of an `if`, its condition might as well be false
            self.drop(node)
        self.visit(node)

    def visit_CompoundStmt(self, _, parts):
        before = None
        for part in parts:
            plain = part.get("kind", "").endswith(("Expr", "Operator", "ExprWithCleanups")) and part.get("kind") != "CXXThrowExpr"
            if before is not None and plain:
                self.swap(before, part)
            before = part if plain else None
        for part in parts:
            self.statement(part)

    def visit_IfStmt(self, node, parts):
        bodies = 2 if node.get("hasElse") else 1
        if not node.get("isConstexpr"):
            if node.get("hasVar") is None:
                self.settle(parts[-1 - bodies], ("true", "false"))
            for part in parts[:-bodies]:
                self.visit(part)
        for part in parts[-bodies:]:
            self.statement(part, conditional=bodies == 1 and not node.get("isConstexpr"))

    def visit_WhileStmt(self, node, parts):
        if node.get("hasVar") is None:
            self.settle(parts[-2], ("false",))
        for part in parts[:-1]:
            self.visit(part)
        self.statement(parts[-1])

    def visit_DoStmt(self, _, parts):
        self.statement(parts[0])
        self.settle(parts[1], ("false",))
        self.visit(parts[1])

    def visit_ForStmt(self, node, _):
        start, _, condition, step, body = node["inner"]  # {} where there is nothing
        if condition:
            self.settle(condition, ("false",))
        for part in (start, condition, step):
            self.visit(part)
        self.statement(body)

    def visit_CXXForRangeStmt(self, _, parts):
        self.statement(parts[-1])

    def visit_CaseStmt(self, _, parts):
        self.statement(parts[-1])

    visit_DefaultStmt = visit_CaseStmt

    def visit_ConditionalOperator(self, _, parts):
        self.settle(parts[0], ("true", "false"))
        for part in parts:
            self.visit(part)

    def visit_BinaryOperator(self, node, parts):
        sign = node.get("opcode")
        if sign in ("&&", "||"):
            for part in parts:
                self.settle(part, ("true",) if sign == "&&" else ("false",))
        elif sign in OFF_BY_ONE:
            self.shift_bound(parts[0], sign, parts[1])
        for part in parts:
            self.visit(part)

    def visit_CallExpr(self, _, parts):
        callee = self.span(parts[0])
        if callee and self.text(*callee).startswith("__builtin_"):  # takes constants only
            return
        for part in parts:
            self.visit(part)

    def visit_CXXOperatorCallExpr(self, _, parts):
        if len(parts) == 3 and (span := self.span(parts[0])) and self.text(*span) in OFF_BY_ONE:
            self.shift_bound(parts[1], self.text(*span), parts[2])
        for part in parts[1:]:
            self.visit(part)

    def visit_ReturnStmt(self, _, parts):
        if parts:
            core = parts[0]
            while core.get("kind") in annotated.SEEN_THROUGH and core.get("inner"):
                core = core["inner"][0]
            says = core.get("opcode") in ("&&", "||", "!", "==", "!=", *OFF_BY_ONE) or core.get("type", {}).get("qualType") == "bool"
            if (self.gives_bool or says) and core.get("kind") != "CXXBoolLiteralExpr":
                self.negate(parts[0])
            self.visit(parts[0])

    def visit_IntegerLiteral(self, node, _):
        self.shift_number(node)

    def visit_CXXBoolLiteralExpr(self, node, _):
        self.flip(node)


def literal(text):
    return json.dumps(text, ensure_ascii=False)


def broken(tree, headers):
    """Rewrites the headers; what was written, as the lines of source_rows.txt."""
    rows = []
    for name, roots in annotated.syntax_trees(tree, headers).items():
        Mutant(tree, name, rows, roots).write()
    return ["\t".join(map(str, (number, *row))) + "\n" for number, row in enumerate(rows, 1)]


def main():
    sys.setrecursionlimit(20_000)
    tree = pathlib.Path(sys.argv[1])
    texts = tree / "source_rows.txt"
    if sys.argv[2].startswith("--only="):
        only = set(pathlib.Path(sys.argv[2][len("--only="):]).read_text().split())
    else:
        texts.write_text("".join(broken(tree, sys.argv[2:])))
        only = None
    table = []
    for text in texts.read_text().splitlines():
        number, name, line, function, *_ = text.split("\t")
        if only is None or number in only:
            table.append(f'    {{{number}, "source_{number}", {literal(name)}, {literal(function)}, {line}}},\n')
    with open(tree / "source_rows.hpp", "w", encoding="utf-8") as out:
        out.write("#pragma once\n#include <weir/verify/support/source_mutants.hpp>\n")
        out.write("inline constexpr weir::verify::source_row source_rows[] = {\n" + "".join(table) + "};\n")
        out.write("inline const bool source_rows_are_known = [] {\n"
                  "  weir::verify::the_source_mutants.rows = source_rows;\n"
                  f"  weir::verify::the_source_mutants.count = {len(table)};\n"
                  "  return true;\n}();\n")
    print(f"{len(table)} mistakes")


if __name__ == "__main__":
    main()
