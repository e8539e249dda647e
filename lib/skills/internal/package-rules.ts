import { alwaysError, alwaysInfo, alwaysWarning, type Rule, rule, sources } from "../rule";

const path = (meaning: string, example: string, fix: string): Rule =>
  rule(alwaysError, { meaning, example, fix, source: sources.archives });

/** The package: its paths, sizes and the links between its files. */
export const packageRules = {
  "path-empty": path("The path names no file.", "./", "Give the file a name."),
  "path-absolute": path(
    "The path is absolute or names a drive.",
    "/etc/passwd",
    "Use a path inside the package.",
  ),
  "path-traversal": path(
    "The path leaves the package.",
    "../other/SKILL.md",
    "Use a path inside the package.",
  ),
  "path-home": path("The path starts with ~.", "~/.ssh/config", "Use a path inside the package."),
  "path-backslash": path("The path contains a backslash.", "scripts\\\\run.sh", "Separate folders by /."),
  "path-control-character": path(
    "The path contains a control character.",
    "SKILL.md\\u0000.txt",
    "Rename the file.",
  ),
  "path-invisible-character": path(
    "The path contains an invisible character.",
    "SKILL\\u200B.md",
    "Rename the file.",
  ),
  "path-windows-name": path("The path cannot exist on Windows.", "aux.md, a:b.md", "Rename the file."),
  "path-trailing-dot": path(
    "A name begins or ends with a space, or ends with a dot.",
    "notes. ",
    "Rename the file.",
  ),
  "path-too-deep": path("The path has more folders than the limit.", "a/b/c/…", "Flatten the folders."),
  "path-too-long": path("The path or a name in it is longer than the limit.", "aaaa….md", "Shorten it."),
  "path-git": path(
    "A .git folder, or its short name on Windows, would run hooks or leak history.",
    ".git/config, git~1",
    "Leave .git out, and rename a file called git~1.",
  ),
  "path-collision": path(
    "Two paths are the same file on systems that ignore case or normalise Unicode.",
    "A.md and a.md",
    "Rename one of them.",
  ),
  "package-too-many-files": path(
    "The package has more files than the limit.",
    "501 files",
    "Leave files out.",
  ),
  "package-too-large": path("The package is larger than the limit.", "17 MiB", "Leave files out."),
  "file-too-large": path("A file is larger than the limit.", "a video of 40 MB", "Leave it out."),
  "link-missing": rule(alwaysWarning, {
    meaning: "SKILL.md points at a file that the package does not have.",
    example: "[guide](references/giude.md)",
    fix: "Correct the path or add the file.",
    source: sources.spec,
  }),
  "link-case": rule(alwaysWarning, {
    meaning: "The path differs from the file's only in case or Unicode form; it breaks on most servers.",
    example: "[guide](References/Guide.md)",
    fix: "Write the path exactly as the file's.",
    source: sources.spec,
  }),
  "link-outside": rule(alwaysWarning, {
    meaning: "The link leaves the package; nothing outside it is delivered or served.",
    example: "[other](../other/SKILL.md)",
    fix: "Copy the file into the package.",
    source: sources.spec,
  }),
  "link-too-deep": rule(alwaysInfo, {
    meaning: "The file is more than five levels deep; hosts may not serve it.",
    example: "references/a/b/c/d/e.md",
    fix: "Move it up; the specification recommends one level.",
    source: sources.spec,
  }),
  "file-not-installed": rule(alwaysInfo, {
    meaning:
      "The common installer of skills leaves files of this name, or in this folder, out when it copies a skill.",
    example: "metadata.json, __pycache__/main.pyc",
    fix: "Rename the file, and what refers to it; delete what is generated.",
    source: sources.installer,
  }),
  "entry-point-missing": rule(alwaysWarning, {
    meaning: "entry_points names a script that the package does not have: a host that runs it fails.",
    example: "entry_points: {run: scripts/rnu.py}",
    fix: "Correct the path or add the file.",
    source: sources.spec,
  }),
  "file-unmentioned": rule(alwaysInfo, {
    meaning: "No document of the package mentions this file, so that a model will hardly find it.",
    example: "references/old.md",
    fix: "Link it in SKILL.md, or delete it.",
    source: sources.spec,
  }),
} as const satisfies Record<string, Rule>;
