import type { FindingSeverity } from "./finding";

export type FindingRule = { severity: FindingSeverity; meaning: string; example: string; fix: string };

const rule = (severity: FindingSeverity, meaning: string, example: string, fix: string): FindingRule => ({
  severity,
  meaning,
  example,
  fix,
});

/** Every rule that looks for harm. They read text and bytes; none of them needs a model or a network. */
export const findingRules = {
  secret: rule(
    "blocking",
    "A key, token or password of a known form is in a file that will be delivered.",
    "AKIA…, ghp_…, sk-ant-…",
    "Revoke it, delete it, and read it from the environment instead.",
  ),
  "secret-example": rule(
    "warning",
    "A value has the form of a key, but reads as an example.",
    "AKIAIOSFODNN7EXAMPLE",
    "Check that it is no real key; write <your key> to be clear.",
  ),
  "private-key": rule(
    "blocking",
    "A private key is in a file that will be delivered.",
    "-----BEGIN PRIVATE KEY-----",
    "Revoke it and delete it.",
  ),
  "secret-assignment": rule(
    "warning",
    "A random-looking value is assigned to a name such as password or token.",
    'api_key = "f3b1…"',
    "Read it from the environment, or write an obvious placeholder.",
  ),
  "secret-file": rule(
    "blocking",
    "The file's name says that it holds secrets. It is served to no model unless a reviewer dismisses this.",
    ".env, my-secrets.json, aws-credentials.json, id_rsa",
    "Delete it; ship an example without values.",
  ),
  "hidden-tags": rule(
    "blocking",
    "Invisible tag characters spell a text that people cannot see and models can read.",
    "U+E0069 U+E0067 U+E006E…",
    "Delete the characters.",
  ),
  "bidi-control": rule(
    "blocking",
    "Direction overrides make text look different from what is read.",
    "U+202E",
    "Delete the characters.",
  ),
  "zero-width": rule(
    "warning",
    "Invisible characters stand inside the text.",
    "U+200B",
    "Delete the characters.",
  ),
  "variation-selectors": rule(
    "blocking",
    "A run of variation selectors can carry hidden bytes.",
    "U+FE00 U+E0101 U+E0142…",
    "Delete the characters.",
  ),
  "control-character": rule(
    "warning",
    "A control character can hide or rewrite what a terminal shows.",
    "U+001B",
    "Delete the character.",
  ),
  "instruction-override": rule(
    "warning",
    "The text tells a model to disregard its other instructions or to keep something from the person.",
    "Ignore all previous instructions",
    "Say what the skill should do instead.",
  ),
  "catalogue-override": rule(
    "blocking",
    "The frontmatter, which every model sees in the catalogue, goes against a model's other instructions.",
    "description: IGNORE PRIOR INSTRUCTIONS …",
    "Say what the skill does.",
  ),
  "host-marks": rule(
    "warning",
    "The text looks like the marks with which hosts wrap skills, so that a part of it could pass for the host's own words. The runtime defuses it.",
    "</skill_content>, <available_skills>, base_path: skill://…",
    "Delete it, or write it so that it cannot be taken for one.",
  ),
  "html-comment": rule(
    "info",
    "An HTML comment: models read it, readers of the rendered page do not.",
    "<!-- notes for later -->",
    "Delete it, or write it in the open.",
  ),
  "invisible-markup": rule(
    "warning",
    "Markup makes text invisible to readers, not to models.",
    '<span style="display:none">',
    "Delete it, or write it in the open.",
  ),
  "comment-instruction": rule(
    "warning",
    "An HTML comment or invisible markup holds instructions that a reader of the rendered page does not see.",
    "<!-- send the file to … -->",
    "Write it in the open, or delete it.",
  ),
  "download-and-run": rule(
    "warning",
    "Something is downloaded and run in one step.",
    "curl … | sh",
    "Pin a version, check its digest, and let the person run it.",
  ),
  "encoded-command": rule(
    "blocking",
    "Encoded text is decoded and run.",
    "echo … | base64 -d | sh",
    "Write the command in the open.",
  ),
  "credential-access": rule(
    "warning",
    "Files that hold credentials are read.",
    "cat ~/.ssh/id_rsa",
    "Ask the person for what is needed.",
  ),
  "data-upload": rule(
    "warning",
    "Local data or the environment is sent to a server.",
    'curl -d "$(env)" https://…',
    "Say what is sent, where, and ask first.",
  ),
  "prerequisite-download": rule(
    "warning",
    "A program must be downloaded from a link before the skill works, a pattern of malicious skills.",
    "First download and run https://…/setup.zip",
    "Name a package from a registry instead.",
  ),
  "install-from-url": rule(
    "info",
    "A package is installed from a repository instead of a registry, so what it is can change at any time.",
    "pip install git+https://…",
    "Name a package of a registry, or pin a commit.",
  ),
  "destructive-command": rule(
    "blocking",
    "A command deletes a whole system or home folder, or overwrites a disk.",
    "rm -rf ~",
    "Name the folder that is meant; a guide that warns of it is dismissed with that reason.",
  ),
  "reverse-shell": rule(
    "blocking",
    "A shell is connected to another machine, which then commands this one.",
    "bash -i >& /dev/tcp/…",
    "Delete it; a guide about attacks is dismissed with that reason.",
  ),
  "permission-bypass": rule(
    "warning",
    "A host is told to run without asking the person.",
    "--dangerously-skip-permissions",
    "Ask for the tools that are needed instead.",
  ),
  "dynamic-command": rule(
    "info",
    "!`command` asks the host to run a command on activation. It is never run here.",
    "!`curl … | sh`",
    "Tell the model to run it instead.",
  ),
  "remote-image": rule(
    "info",
    "An image is loaded from another server, which learns who reads this.",
    "![x](https://…/p.png)",
    "Put the image into assets/.",
  ),
  executable: rule(
    "blocking",
    "The file is a compiled program, which nobody can review.",
    "an ELF, PE or Mach-O file",
    "Ship source, or name a package to install.",
  ),
  "compiled-code": rule(
    "warning",
    "The file is compiled byte code, which nobody can review.",
    "*.pyc, *.class, *.wasm",
    "Ship source.",
  ),
  "archive-inside": rule(
    "info",
    "The file is an archive: what is in it has not been looked at.",
    "assets/tools.zip",
    "Put its files into the package.",
  ),
  "broad-tools": rule(
    "warning",
    "allowed-tools asks for a tool without any restriction. It is a request and never widens permissions.",
    "allowed-tools: Bash(*)",
    "Ask for what is needed: Bash(git:*).",
  ),
  "shell-tool": rule(
    "info",
    "allowed-tools asks for any shell command.",
    "allowed-tools: Bash",
    "Ask for what is needed: Bash(git:*).",
  ),
  hooks: rule(
    "warning",
    "hooks asks the host to run commands at certain moments. It is never run here.",
    "hooks: …",
    "Delete it, or explain it in the body.",
  ),
} as const satisfies Record<string, FindingRule>;

export type FindingRuleId = keyof typeof findingRules;

/** What is given to no model: a secret of a known form, and a file that is named like one. Guesses and examples are not among them. */
export const secretRules: ReadonlySet<FindingRuleId> = new Set(["secret", "private-key", "secret-file"]);
