import type { Finding } from "../finding";
import type { FindingRuleId } from "../rules";
import { isMarkdown, type ScannableFile } from "./scannable";

type CommandPattern = {
  rule: FindingRuleId;
  message: string;
  /** One of these is in every match; most files have none. */
  hints: readonly string[];
  pattern: RegExp;
};

const fetcher = "(?:curl|wget|fetch|aria2c|iwr|irm|invoke-webrequest|invoke-restmethod)";
const shell =
  "(?:sudo\\s{1,4}(?:-\\w{1,4}\\s{1,4}){0,2})?(?:env\\s{1,4})?(?:/(?:usr/)?bin/)?(?:ba|z|da|k|fi)?sh\\b|(?:sudo\\s{1,4})?(?:python[23]?|node|perl|ruby|php)\\b(?!\\s{0,4}-[mc])|iex\\b|invoke-expression\\b|source\\s{1,4}/dev/stdin";
// Up to 400 characters of one command, over escaped line breaks.
const rest = "(?:[^|;\\n`]|\\\\\\n){0,400}?";
const fetchHints = ["curl", "wget", "fetch", "aria2c", "iwr", "irm", "nvoke-"] as const;

const patterns: readonly CommandPattern[] = [
  {
    rule: "download-and-run",
    message: "Something is downloaded and run at once; nobody can see what it was.",
    hints: fetchHints,
    pattern: new RegExp(
      `\\b${fetcher}\\b${rest}(?:\\\\?\\n\\s{0,20})?\\|\\s{0,10}(?:tee\\s[^|\\n]{0,100}\\|\\s{0,10})?(?:${shell})`,
      "gi",
    ),
  },
  {
    rule: "download-and-run",
    message: "A shell runs what is downloaded; nobody can see what it was.",
    hints: fetchHints,
    pattern: new RegExp(
      `(?:\\b(?:ba|z|da|k)?sh\\s{1,4}(?:-\\w{1,6}\\s{1,4}){0,3}|\\beval\\s{1,4}|\\bsource\\s{1,4}|(?:^|[;&|]\\s{0,4})\\.\\s{1,4}(?=<)|\\bpython[23]?\\s{1,4}(?:-c\\s{1,4})?|\\biex\\s{0,4})["']?(?:<\\(|\\$\\(|\`|\\()\\s{0,4}(?:\\(?new-object\\s{1,4}net\\.webclient\\)?\\.downloadstring|${fetcher})\\b`,
      "gi",
    ),
  },
  {
    rule: "download-and-run",
    message: "A file is downloaded, made executable and run.",
    hints: ["chmod"],
    pattern: new RegExp(
      `\\b${fetcher}\\b[^\\n]{1,300}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?chmod\\s{1,4}(?:a?\\+x|[0-7]{3,4})\\s[^\\n]{1,200}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?(?:\\./|/tmp/)`,
      "gi",
    ),
  },
  {
    rule: "encoded-command",
    message: "Encoded text is decoded and run; nobody can read what it does.",
    hints: ["base64", "xxd", "openssl"],
    pattern: new RegExp(
      `(?:\\bbase64\\s{1,4}(?:-d|-D|--decode)\\b|\\bxxd\\s{1,4}-r\\b|\\bopenssl\\s{1,4}(?:base64|enc)\\b[^|\\n]{0,60}\\s-d\\b)[^|\\n]{0,200}\\|\\s{0,10}(?:(?:gunzip|zcat|gzip\\s-d)[^|\\n]{0,40}\\|\\s{0,10})?(?:${shell})`,
      "g",
    ),
  },
  {
    rule: "encoded-command",
    message: "Encoded text is decoded and run; nobody can read what it does.",
    hints: ["base64", "b64decode", "atob", "fromhex"],
    pattern:
      /\b(?:eval|exec|sh\s{1,4}-c|bash\s{1,4}-c|os\.system|subprocess\.\w{1,20}|Function)\s{0,4}[("'`$]{1,4}[^\n]{0,120}\b(?:base64\s{1,4}(?:-d|-D|--decode)|b64decode|atob|fromhex)\b/g,
  },
  {
    rule: "encoded-command",
    message: "PowerShell runs an encoded command; nobody can read what it does.",
    hints: ["owershell", "pwsh", "OWERSHELL"],
    pattern:
      /\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,120}-e(?:nc(?:odedcommand)?|c)?\s{1,4}["']?[A-Za-z0-9+/=]{20,}/gi,
  },
  {
    rule: "download-and-run",
    message: "A script is downloaded and run at once; nobody can see what it was.",
    hints: fetchHints,
    pattern: new RegExp(
      `\\b${fetcher}\\b[^\\n]{1,200}?(?:\\s-o|\\s-O|\\s--output|>)[\\s=]{0,4}["']?([\\w./~$-]{1,80})[^\\n]{0,40}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?(?:(?:ba|z|da)?sh|source|python3?|node)\\s{1,4}["']?\\1(?![\\w.])`,
      "gi",
    ),
  },
  {
    rule: "download-and-run",
    message: "What is downloaded is run at once; nobody can see what it was.",
    hints: ["exec", "eval"],
    pattern:
      /\b(?:exec|eval)\s{0,4}\(\s{0,4}(?:await\s{1,4})?(?:urllib|requests|urlopen|httpx|fetch|axios)\b[^\n]{0,160}/g,
  },
  {
    rule: "encoded-command",
    message: "Encoded text is decoded into a file that is run; nobody can read what it does.",
    hints: ["base64"],
    pattern:
      /\bbase64\s{1,4}(?:-d|-D|--decode)\b[^\n>]{0,120}>\s{0,4}["']?([\w./~$-]{1,80})[^\n]{0,20}(?:&&|;|\n)\s{0,20}(?:chmod\s[^\n&;]{1,100}(?:&&|;|\n)\s{0,20})?(?:(?:sudo\s{1,4})?(?:(?:ba|z|da)?sh|source|python3?)\s{1,4}["']?)?\1(?![\w.])/g,
  },
  {
    rule: "credential-access",
    message: "Files that hold credentials are read.",
    hints: [
      ".ssh",
      ".aws",
      ".gnupg",
      ".kube",
      ".netrc",
      ".npmrc",
      ".pypirc",
      ".docker",
      ".git-credentials",
      ".config/gh",
      "/etc/shadow",
      "Login Data",
      "wallet",
      "Keychains",
    ],
    pattern:
      /\b(?:cat|less|more|head|tail|cp|mv|scp|rsync|tar|zip|base64|xxd|strings|type|get-content|open|readfile(?:sync)?|read_text|read_bytes|path|upload|send|steal|copy|read)\b[\s("'@:=-]{1,6}[^\n|;]{0,80}?(?:(?:~|\$\{?HOME\}?|%USERPROFILE%|\/root|\/home\/[\w$<>{}-]{1,40}|\/Users\/[\w$<>{}-]{1,40})[/\\](?:\.ssh[/\\](?!known_hosts|config\b|authorized_keys|[\w.-]{1,40}\.pub)|\.aws[/\\]credentials|\.gnupg|\.kube[/\\]config|\.netrc|\.npmrc|\.pypirc|\.docker[/\\]config\.json|\.git-credentials|\.config[/\\](?:gh|gcloud|solana)|Library[/\\]Keychains|\.(?:bitcoin|ethereum|electrum))|\/etc\/shadow|wallet\.dat|Login Data\b)/gi,
  },
  {
    rule: "credential-access",
    message: "Stored passwords are read.",
    hints: ["find-generic-password", "find-internet-password", "dump-keychain", "secretsdump", "mimikatz"],
    pattern:
      /\bsecurity\s{1,4}(?:find-(?:generic|internet)-password|dump-keychain)\b|\b(?:secretsdump|mimikatz)\b/g,
  },
  {
    rule: "data-upload",
    message: "Local data or the environment is sent to a server.",
    hints: ["curl", "wget", "nc ", "ncat"],
    pattern:
      /\bcurl\b[^\n]{0,160}?(?:-d|-F|-T|--data(?:-\w{1,10})?|--form|--upload-file)[\s=]{1,4}["']?[^\n]{0,60}?(?:\$\((?:env|printenv|set|cat|base64|whoami|hostname)\b|`(?:env|printenv|cat|base64)\b|@(?:~|\$HOME|\/etc\/|\/root\/|\.env\b))|\b(?:env|printenv|cat\s{1,4}[^\n|]{0,80}(?:\.env|id_rsa|credentials))\s{0,4}\|[^\n]{0,80}\b(?:curl|nc|ncat|wget)\b/g,
  },
  {
    rule: "data-upload",
    message: "The address collects whatever is sent to it.",
    hints: [
      "webhook.site",
      "requestbin",
      "pipedream.net",
      "burpcollaborator",
      "interact.sh",
      "oast.",
      "hookbin",
      "beeceptor",
    ],
    pattern:
      /https?:\/\/[\w.-]{0,80}(?:webhook\.site|requestbin\.\w{2,6}|\.m\.pipedream\.net|burpcollaborator\.net|interact\.sh|oast\.(?:pro|live|site|fun|me)|hookbin\.com|beeceptor\.com)[^\s"'`)]{0,200}/gi,
  },
  {
    rule: "prerequisite-download",
    message: "A program from a link must be run before the skill works, as malicious skills demand.",
    hints: ["http://", "https://"],
    pattern:
      /\b(?:prerequisites?|pre-requisites?|required?(?:ments)?|before (?:you|using|we|this)|must (?:first )?(?:be )?(?:download|install)|first[, ]{1,3}(?:download|install)|needs? to (?:download|install))\b[^\n]{0,80}(?:\n[^\n]{0,200}){0,4}?\b(?:download|install|run|extract|open)\b[^\n]{0,160}https?:\/\/[^\s)"'>\]]{1,300}?(?:\.(?:zip|exe|msi|dmg|pkg|rar|7z|scr|bat|ps1|jar|apk)\b|glot\.io|rentry\.co|pastebin\.com|transfer\.sh|anonfiles|mediafire\.com|mega\.nz)/gi,
  },
];

const dynamicCommand = /(?<=^|\s)!`([^`\n]{1,500})`|^```!\s*\n([^`]{1,2000})```/gm;
const remoteImage =
  /!\[[^\]\n]{0,300}\]\(\s{0,4}<?(https?:\/\/[^\s)>]{1,500})|<img\b[^>]{0,300}?\ssrc\s{0,4}=\s{0,4}["']?(https?:\/\/[^\s"'>]{1,500})/gi;

/** Commands that fetch and run, decode and run, read credentials or send data away. */
export function scanCommands(file: ScannableFile): Finding[] {
  const { text, find } = file;
  const findings: Finding[] = [];
  for (const { rule, message, hints, pattern } of patterns) {
    if (!hints.some((hint) => text.includes(hint) || text.includes(hint.toUpperCase()))) continue;
    for (const match of text.matchAll(pattern))
      findings.push(find(rule, match.index, match.index + match[0].length, message));
  }
  if (!isMarkdown(file.path)) return findings;
  for (const match of text.matchAll(dynamicCommand))
    findings.push(
      find(
        "dynamic-command",
        match.index,
        match.index + match[0].length,
        `Some hosts would run ${(match[1] ?? match[2] ?? "").trim()} on activation; here it is shown as text.`,
      ),
    );
  for (const match of text.matchAll(remoteImage))
    findings.push(
      find(
        "remote-image",
        match.index,
        match.index + match[0].length,
        "The image is loaded from another server, which learns who reads this.",
      ),
    );
  return findings;
}
