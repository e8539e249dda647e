import type { CommandPattern } from "./command-patterns";

const home =
  "(?:~|\\$\\{?HOME\\}?|\\$env:USERPROFILE|\\$env:HOME|%USERPROFILE%|%APPDATA%|%LOCALAPPDATA%|\\$env:(?:LOCAL)?APPDATA|/root|/home/[\\w$<>{}*-]{1,40}|/Users/[\\w$<>{}*-]{1,40}|C:[/\\\\]Users[/\\\\][^/\\\\\\n]{1,40})";
const sep = "[/\\\\]";
/** Below a home folder; configuration that holds no secret (`~/.ssh/config`, public keys) is none. */
const treasures = [
  `\\.ssh(?:${sep}(?!known_hosts|config\\b|authorized_keys|[\\w.-]{1,40}\\.pub)|${sep}?(?=[\\s"'*);]|$))`,
  `\\.aws(?:${sep}(?:credentials|sso|cli)|${sep}?(?=[\\s"'*);]|$))`,
  "\\.gnupg",
  `\\.kube(?:${sep}config|${sep}?(?=[\\s"'*);]|$))`,
  "\\.netrc",
  "\\.npmrc",
  "\\.pypirc",
  "\\.pgpass",
  "\\.my\\.cnf",
  `\\.docker${sep}config\\.json`,
  "\\.git-credentials",
  `\\.config${sep}(?:gh\\b|gcloud|solana|op\\b|rclone|hub\\b|chromium|google-chrome|BraveSoftware)`,
  `\\.azure${sep}`,
  "\\.vault-token",
  `\\.(?:terraform\\.d${sep}credentials|cargo${sep}credentials|gem${sep}credentials|password-store|electrum|bitcoin|ethereum|mozilla${sep}firefox)`,
  "\\.(?:bash|zsh|python|psql|mysql)_history",
  `\\.(?:claude|codex|openclaw|clawdbot|cursor|gemini)${sep}(?:\\.?credentials|auth\\.json|\\.env|\\.claude\\.json)`,
  `Library${sep}(?:Keychains|Cookies|Application Support${sep}(?:Google${sep}Chrome|Firefox|BraveSoftware|Arc|Microsoft Edge|Exodus|Ledger Live))`,
  `(?:AppData${sep}(?:Local|Roaming)${sep})?(?:Google${sep}Chrome${sep}User Data|Mozilla${sep}Firefox${sep}Profiles|Microsoft${sep}(?:Credentials|Protect|Vault)|Exodus|Ledger Live)`,
].join("|");
const anywhere =
  "/etc/shadow\\b|/etc/sudoers\\b|wallet\\.dat\\b|\\bLogin Data\\b|\\bkey4\\.db\\b|\\blogins\\.json\\b|\\bcookies\\.sqlite\\b|\\bLocal State\\b|/proc/(?:self|\\d{1,6}|\\*)/environ\\b|/var/run/secrets/kubernetes\\.io|\\bNTDS\\.dit\\b|\\bid_(?:rsa|ed25519|ecdsa|dsa)\\b(?!\\.pub)";
const reader =
  "(?:cat|bat|less|more|head|tail|cp|mv|scp|rsync|tar|zip|7z|base64|xxd|od|strings|grep|rg|awk|sed|find|ls|dd|type|get-content|gc|copy-item|open|readfile(?:sync)?|read_text|read_bytes|read_file|readlines|expanduser|path|upload|send|steal|copy|read|load|collect|harvest|exfiltrate|sqlite3|connect|createreadstream)";

export const accessPatterns: readonly CommandPattern[] = [
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
      ".pgpass",
      ".my.cnf",
      ".docker",
      ".git-credentials",
      ".config",
      ".azure",
      ".vault-token",
      ".terraform.d",
      ".cargo",
      ".gem",
      ".password-store",
      ".electrum",
      ".bitcoin",
      ".ethereum",
      ".mozilla",
      "_history",
      ".claude",
      ".codex",
      ".openclaw",
      ".clawdbot",
      "/etc/shadow",
      "/etc/sudoers",
      "Login Data",
      "wallet",
      "Library",
      "User Data",
      "Profiles",
      "key4.db",
      "logins.json",
      "cookies.sqlite",
      "Local State",
      "/environ",
      "kubernetes.io",
      "NTDS",
      "id_",
      "Microsoft",
      "Exodus",
    ],
    pattern: new RegExp(
      `(?<![\\w-])${reader}\\b[\\s("'@:=-]{1,6}[^\\n|;]{0,80}?(?:${home}${sep}(?:${treasures})|${anywhere})`,
      "gi",
    ),
  },
  {
    rule: "credential-access",
    message: "Files that hold credentials are read.",
    hints: [".home()", "homedir()", "gethomedir", "userprofile", "environ["],
    pattern: new RegExp(
      `(?:Path\\.home\\(\\)|homedir\\(\\)|expanduser\\(["']~["']\\)|os\\.environ\\[["']HOME["']\\])[\\s,)/+]{1,10}["'\`]/?(?:${treasures}|\\.ssh|\\.aws|\\.kube)`,
      "gi",
    ),
  },
  {
    rule: "credential-access",
    message: "Stored passwords are read.",
    hints: [
      "find-generic-password",
      "find-internet-password",
      "dump-keychain",
      "secretsdump",
      "mimikatz",
      "LaZagne",
      "lazagne",
      "secret-tool",
      "cmdkey",
      "browser_cookie3",
      "browser-cookie",
      "CryptUnprotectData",
      "kwallet",
    ],
    pattern:
      /\bsecurity\s{1,4}(?:find-(?:generic|internet)-password|dump-keychain|export)\b|\b(?:secretsdump|mimikatz|[Ll]a[Zz]agne|browser_cookie3|CryptUnprotectData)\b|\bsecret-tool\s{1,4}(?:lookup|search)\b|\bcmdkey\s{1,4}\/list\b|\bkwallet-query\b/g,
  },
  {
    rule: "credential-access",
    message: "A cloud machine's own credentials are asked for.",
    hints: ["169.254.169.254", "metadata.google.internal", "100.100.100.200", "169.254.170.2"],
    pattern:
      /\b(?:curl|wget|fetch|requests\.\w{3,8}|urlopen|iwr|irm|Invoke-\w{4,12})\b[^\n]{0,120}(?:169\.254\.169\.254|169\.254\.170\.2|metadata\.google\.internal|100\.100\.100\.200)[^\s"'`)]{0,120}/gi,
  },
  {
    rule: "data-upload",
    message: "Local data or the environment is sent to a server.",
    hints: ["curl", "wget", "nc ", "ncat", "netcat", "nslookup", "dig ", "scp", "rsync", "telnet"],
    pattern: new RegExp(
      [
        `\\bcurl\\b[^\\n]{0,200}?(?:\\s-d|\\s-F|\\s-T|--data(?:-\\w{1,10})?|--form|--json|--upload-file)[\\s=]{0,4}["']?[^\\n]{0,80}?(?:\\$\\((?:env|printenv|set|cat|base64|whoami|hostname|history|ps|ls|find|tar|git\\s{1,4}config)\\b|\`(?:env|printenv|cat|base64|whoami|hostname)\\b|@(?:${home}${sep}|/etc/|\\.env\\b|id_rsa))`,
        `\\bcurl\\b[^\\n]{0,60}\\s(?:-T|--upload-file)[\\s=]{0,4}["']?(?:${home}${sep}|/etc/|\\.env\\b)`,
        "\\b(?:curl|wget|fetch)\\b[^\\n]{0,60}https?://[^\\s\"'`]{1,200}[?/=][^\\s\"'`]{0,60}(?:\\$\\(|`)\\s{0,4}(?:env|printenv|cat|base64|whoami|hostname|id|history)\\b",
        `\\bwget\\b[^\\n]{0,120}--(?:post|body)-(?:file|data)[\\s=]{1,4}["']?(?:${home}${sep}|/etc/|\\.env\\b|\\$\\((?:env|printenv|cat|base64))`,
        "\\b(?:env|printenv|cat\\s{1,4}[^\\n|]{0,80}(?:\\.env\\b|id_rsa|id_ed25519|credentials|\\.netrc|/etc/(?:passwd|shadow))|history)\\s{0,4}\\|[^\\n]{0,120}\\b(?:curl|nc|ncat|netcat|wget|telnet)\\b",
        `\\btar\\b[^\\n|]{0,80}${home}[^\\n|]{0,80}\\|[^\\n]{0,80}\\b(?:curl|nc|ncat|netcat|wget|ssh)\\b`,
        `\\b(?:nc|ncat|netcat|telnet)\\b[^\\n|<]{1,80}<\\s{0,4}["']?(?:${home}${sep}|/etc/|\\.env\\b)`,
        "\\b(?:nslookup|dig|host|ping)\\b[^\\n]{0,40}(?:\\$\\(|`)\\s{0,4}(?:env|printenv|cat|base64|whoami|hostname|id|xxd)\\b",
        `\\b(?:scp|rsync)\\b(?:\\s{1,4}-\\S{1,20}){0,4}\\s{1,4}["']?${home}${sep}(?:${treasures})[^\\n]{0,60}\\s[\\w.-]{1,60}(?:@[\\w.-]{1,80})?:`,
      ].join("|"),
      "g",
    ),
  },
  {
    rule: "data-upload",
    message: "The whole environment is sent to a server.",
    hints: ["environ", "process.env", "env:"],
    pattern:
      /\b(?:requests|httpx|session|client|axios|http)\.(?:post|put|get|request)\([^\n]{0,200}?(?:(?:data|json|params|files|content)\s{0,4}=\s{0,4}(?:dict\(|str\(|json\.dumps\(\s{0,4}(?:dict\(\s{0,4})?)?\s{0,4}os\.environ\b(?!\s{0,4}[[.]|\.get)|,\s{0,4}(?:JSON\.stringify\(\s{0,4})?process\.env\s{0,4}[),}])|\bfetch\([^\n]{0,200}?JSON\.stringify\(\s{0,4}(?:\{[^\n}]{0,40}?:\s{0,4})?process\.env\s{0,4}[),}]|\burlopen\([^\n]{0,160}?os\.environ\b(?!\s{0,4}[[.])|\b(?:Invoke-WebRequest|Invoke-RestMethod|iwr|irm)\b[^\n]{0,160}-Body\s{1,4}[^\n]{0,40}(?:Get-ChildItem|gci|dir|ls)\s{1,4}env:/gi,
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
      "oast",
      "hookbin",
      "beeceptor",
      "requestcatcher",
      "dnslog.cn",
      "webhook.cool",
      "canarytokens",
    ],
    pattern:
      /(?:https?:\/\/[\w.-]{0,80}|\b[\w-]{1,40}\.)(?:webhook\.site|requestbin\.\w{2,6}|\bm\.pipedream\.net|burpcollaborator\.net|interact\.sh|oast\.(?:pro|live|site|fun|me|online)|oastify\.com|hookbin\.com|beeceptor\.com|requestcatcher\.com|dnslog\.cn|webhook\.cool|canarytokens\.com)[^\s"'`)]{0,200}|https?:\/\/webhook\.site\b[^\s"'`)]{0,200}/gi,
  },
  {
    rule: "permission-bypass",
    message: "A host is told to run without asking the person.",
    hints: [
      "dangerously",
      "bypassPermissions",
      "--yolo",
      "skip-permissions",
      "bypass-approvals",
      "trust-all-tools",
    ],
    pattern:
      /--(?:dangerously-skip-permissions|dangerously-bypass-approvals-and-sandbox|allow-dangerously-skip-permissions|trust-all-tools|yolo)\b|\bbypassPermissions\b/g,
  },
  {
    rule: "prerequisite-download",
    message: "A program from a link must be run before the skill works, as malicious skills demand.",
    hints: ["http://", "https://"],
    pattern:
      /\b(?:prerequisites?|pre-requisites?|required?(?:ments)?|before (?:you|using|we|this)|must (?:first )?(?:be )?(?:download|install)|first[, ]{1,3}(?:download|install)|needs? to (?:download|install))\b[^\n]{0,80}(?:\n[^\n]{0,200}){0,4}?\b(?:download|install|run|extract|open|visit|copy|paste)\b[^\n]{0,160}https?:\/\/[^\s)"'>\]]{1,300}?(?:\.(?:zip|exe|msi|dmg|pkg|rar|7z|scr|bat|ps1|jar|apk|vbs|hta|lnk|iso)\b|glot\.io|rentry\.co|pastebin\.com|transfer\.sh|anonfiles|mediafire\.com|mega\.nz|gofile\.io|paste\.rs|hastebin|ghostbin|catbox\.moe|bit\.ly|tinyurl\.com)/gi,
  },
];
