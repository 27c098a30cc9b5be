# SPDX-License-Identifier: Apache-2.0
"""Sphinx's settings for the site that build.py makes, and what they lack: where a link to a file of the tree leads.

A link to a page leads to the page, a link to a source to a page with its text, a name in `quotes` to the reference. A link that leads nowhere is a warning,
which ends the build.
"""

import pathlib
import posixpath
import re
import subprocess
import xml.etree.ElementTree as xml

from docutils import nodes
from sphinx.util.osutil import relative_uri

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = "source/"  # pages with the text of a file: source/PATH.html; of a folder's list: source/PATH/index.html
LANGUAGES = {".hpp": "cpp", ".cpp": "cpp", ".py": "python", ".bzl": "python", ".bazel": "python", ".sh": "bash", ".patch": "diff", ".cmake": "cmake", ".go": "go"}


def commit():
    said = subprocess.run(["git", "-c", "safe.directory=*", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=10"], capture_output=True, text=True)
    return said.stdout.strip() or "no commit"


project = "weir"
release = re.search(r'version = "(.+)"', (ROOT / "MODULE.bazel").read_text()).group(1)
extensions = ["myst_parser"]
root_doc = "README"
myst_heading_anchors = 6
myst_ref_domains = ["std"]
html_theme = "furo"
html_title = f"weir {release}"
html_baseurl = ""
html_static_path = ["site.css"]
html_css_files = ["site.css"]
html_use_index = html_show_sphinx = html_show_sourcelink = html_copy_source = False
copyright = f"weir's authors, Apache 2.0. Commit {commit()}"
smartquotes = False
pygments_style, pygments_dark_style = "xcode", "github-dark"  # comments that can be read
html_theme_options = {"light_css_variables": {"color-code-background": "#f8f9fb"}}


def reference(tags):
    """What doxygen has a page of: a name or the path of a header -> the page's address."""
    found = {}
    for each in xml.parse(tags).getroot():
        page = each.findtext("filename")
        if each.get("kind") == "file":
            found[pathlib.Path(each.findtext("path"), each.findtext("name")).relative_to(ROOT).as_posix()] = page
        elif each.get("kind") in ("class", "struct", "concept", "namespace"):
            scope = each.findtext("name")
            found.setdefault(scope, page)
            for member in each.findall("member"):
                found.setdefault(f"{scope}::{member.findtext('name')}", f"{member.findtext('anchorfile')}#{member.findtext('anchor')}")
    return found


def begin(app):
    app.env.weir_reference = reference(app.config.weir_tags)
    app.env.weir_sources = set()


def anchors_of_the_forge(app, doctree):
    """Headings can be linked by the same names as on the forge."""
    for section in doctree.findall(nodes.section):
        anchor = section.get("myst-anchor", "#").partition("#")[2]
        if anchor and anchor not in section["ids"]:
            section["ids"].insert(0, anchor)


def source_page(app, path):
    """The name of the page that shows a file or folder of the tree, which is made then."""
    app.env.weir_sources.add(path)
    return SOURCES + path + ("/index" if (ROOT / path).is_dir() else "")


def link_to(app, from_page, address, text):
    """A link to an address of the site, which is relative to its first folder."""
    node = nodes.reference("", "", refuri=relative_uri(app.builder.get_target_uri(from_page), address), internal=True)
    node += text
    return node


def link_to_file(app, _env, node, text):
    page = node["refdoc"]
    target, _, anchor = node["reftarget"].partition("#")
    if target.startswith("/reference/"):
        return link_to(app, page, target[1:], text)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
    if path + "/README" in app.env.all_docs:
        return link_to(app, page, app.builder.get_target_uri(path + "/README"), text)
    if not anchor and not path.startswith("..") and (ROOT / path).exists():
        return link_to(app, page, app.builder.get_target_uri(source_page(app, path)), text)


def link_names(app, doctree, page):
    """`weir::future`, `<weir/future.hpp>` and, on the page of an axis, the names of its policies lead to the reference, or to the header's text."""
    scopes = ("", "weir::", f"weir::{posixpath.basename(page)}::")
    known = app.env.weir_reference
    for node in list(doctree.findall(nodes.literal)):
        if isinstance(node.parent, (nodes.reference, nodes.title)):
            continue
        name = node.astext().strip("<>")
        header = (ROOT / "include" / name).resolve() if name.endswith(".hpp") else None
        if header and header.is_file():
            address = app.builder.get_target_uri(source_page(app, header.relative_to(ROOT).as_posix()))
        else:
            name = re.sub(r"<.*>|\(\)", "", node.astext())
            full = [prefix + name for prefix in (scopes if "::" in name else scopes[2:])]  # a name alone may be of another library
            address = next(("reference/" + known[each] for each in full if each in known), None)
        if address:
            node.replace_self(link_to(app, page, address, node.deepcopy()))


def text_of_file(app, path):
    language = LANGUAGES.get(posixpath.splitext(path)[1], "text") if app.config.weir_colours == "yes" else "text"
    text = (ROOT / path).read_text(errors="replace")
    declared = app.env.weir_reference.get(path)
    page = app.builder.get_target_uri(SOURCES + path)
    more = f'<p><a href="{relative_uri(page, "reference/" + declared)}">What it declares</a></p>' if declared else ""
    return more + app.builder.highlighter.highlight_block(text, language, linenos="inline")


def list_of_folder(app, path):
    names = sorted(each.name for each in (ROOT / path).iterdir() if each.is_file() or posixpath.join(path, each.name) in app.env.weir_sources)
    rows = (f'<li><a href="{name}{"/index" if (ROOT / path / name).is_dir() else ""}.html">{name}</a></li>' for name in names)
    return f"<ul>{''.join(rows)}</ul>"


def source_pages(app):
    folders = {path for path in app.env.weir_sources if (ROOT / path).is_dir()}
    for folder in folders:
        app.env.weir_sources |= {f"{folder}/{each.name}" for each in (ROOT / folder).iterdir() if each.is_file()}
    for path in sorted(app.env.weir_sources):
        body = list_of_folder(app, path) if path in folders else text_of_file(app, path)
        yield source_page(app, path), {"title": path, "body": f"<h1>{path}</h1>{body}", "toctree": lambda **_: ""}, "page.html"


def setup(app):
    app.add_config_value("weir_tags", "", "env")
    app.add_config_value("weir_colours", "yes", "env")  # of the sources: half of the time that the site takes
    app.connect("builder-inited", begin)
    app.connect("doctree-read", anchors_of_the_forge, priority=1)
    app.connect("missing-reference", link_to_file)
    app.connect("doctree-resolved", link_names)
    app.connect("html-collect-pages", source_pages)
