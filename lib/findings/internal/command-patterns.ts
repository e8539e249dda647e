import type { FindingRuleId } from "../rules";

export type CommandPattern = {
  rule: FindingRuleId;
  message: string;
  /** One of these, in whatever case, is in every match; most files have none. */
  hints: readonly string[];
  /** Quantifiers are bounded: linear on any text. */
  pattern: RegExp;
  /** Must match what stands on the same line right before; the finding then begins there. */
  before?: RegExp;
};

export const fetcher =
  "(?:curl|wget|fetch|aria2c|lynx|iwr|irm|invoke-webrequest|invoke-restmethod|start-bitstransfer)(?:\\.exe)?";
/** Reads what it is given and runs it. */
export const runner =
  "(?:(?:sudo|doas|xargs|nohup|exec|command|busybox)\\s{1,4}(?:-\\w{1,6}\\s{1,4}){0,3})?(?:env\\s{1,4})?(?:/(?:usr/)?(?:local/)?bin/)?(?:(?:ba|z|da|k|fi|a|c|tc)?sh\\b(?!-)|(?:python[23]?(?:\\.\\d{1,2})?|node|deno|bun|perl|ruby|php|lua|osascript|pwsh|powershell)\\b(?!\\s{0,4}-[mce]\\b)|iex\\b|invoke-expression\\b|source\\s{1,4}/dev/stdin|\\.\\s{1,4}/dev/stdin)";
// Up to 400 characters of one command, over escaped line breaks.
const rest = "(?:[^|;\\n`]|\\\\\\n){0,400}?";
const fetchHints = [
  "curl",
  "wget",
  "fetch",
  "aria2c",
  "lynx",
  "iwr",
  "irm",
  "nvoke-",
  "start-bits",
  "Start-Bits",
] as const;
const decoder =
  "(?:\\b(?:base64|gbase64|base32)\\s{1,4}(?:-d|-D|-di|--decode)\\b|\\bxxd\\s{1,4}(?:-\\w{1,2}\\s{1,4}){0,2}-r\\b|\\bopenssl\\s{1,4}(?:base64|enc)\\b[^|\\n]{0,120}\\s-d\\b|\\btr\\s{1,4}['\"]?(?:a-zA-Z|A-Za-z)['\"]?\\s{1,4}['\"]?(?:n-za-mN-ZA-M|N-ZA-Mn-za-m)|\\|\\s{0,4}rev\\b|\\bcertutil\\b[^|\\n]{0,40}-decode\\b|\\b(?:uudecode|basenc)\\b)";

const run = (message: string, hints: readonly string[], source: string | RegExp): CommandPattern => ({
  rule: "download-and-run",
  message,
  hints,
  pattern: typeof source === "string" ? new RegExp(source, "gi") : source,
});
const decode = (message: string, hints: readonly string[], source: string | RegExp): CommandPattern => ({
  rule: "encoded-command",
  message,
  hints,
  pattern: typeof source === "string" ? new RegExp(source, "g") : source,
});

const unseen = "nobody can see what it was.";
const unread = "nobody can read what it does.";

export const runPatterns: readonly CommandPattern[] = [
  run(
    `Something is downloaded and run at once; ${unseen}`,
    fetchHints,
    `\\b${fetcher}\\b${rest}(?:\\\\?\\n\\s{0,20})?\\|\\s{0,10}(?:(?:tee|gunzip|zcat|gzip|sed|tr|grep|awk|cat|base64|xxd|openssl)\\b[^|\\n]{0,100}\\|\\s{0,10}){0,2}(?:${runner})`,
  ),
  run(
    `A shell runs what is downloaded; ${unseen}`,
    [...fetchHints, "ownloadstring", "ownloadString", "ownloadFile", "ownloaddata", "ownloadData"],
    `(?:\\b(?:ba|z|da|k|a)?sh\\s{1,4}(?:-\\w{1,6}\\s{1,4}){0,3}|\\beval\\s{1,4}|\\bsource\\s{1,4}|(?<=^|[;&|\\s])\\.\\s{1,4}(?=<)|\\b(?:python[23]?|ruby|perl|node|php)\\s{1,4}(?:-[cer]\\s{1,4})?|\\b(?:iex|invoke-expression)\\s{0,4})["']?(?:<\\(|\\$\\(|\`|&?\\(){1,2}\\s{0,4}(?:\\(?new-object\\s{1,4}(?:system\\.)?net\\.webclient\\)?\\.download(?:string|data)|${fetcher}\\b)`,
  ),
  run(
    `A file is downloaded, made executable and run; ${unseen}`,
    ["chmod"],
    `\\b${fetcher}\\b[^\\n]{1,300}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?chmod\\s{1,4}(?:[augo]{0,3}\\+r?x|[0-7]{3,4})\\s[^\\n]{1,200}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?(?:\\./|/tmp/|/var/tmp/|~/|\\$HOME/)`,
  ),
  run(
    `A script is downloaded and run at once; ${unseen}`,
    fetchHints,
    `\\b${fetcher}\\b[^\\n]{1,200}?(?:\\s-o|\\s-O|\\s--output(?:-document)?|\\s-OutFile|>)[\\s=]{0,4}["']?([\\w./~$:\\\\-]{1,80})[^\\n]{0,40}(?:&&|;|\\n)\\s{0,20}(?:sudo\\s{1,4})?(?:(?:(?:ba|z|da)?sh|source|\\.|python3?|node|start|start-process|&|open|msiexec\\s{1,4}/i)\\s{1,4})?["']?(?:\\.[\\\\/])?\\1(?![\\w.])`,
  ),
  run(
    `What is downloaded is run at once; ${unseen}`,
    ["exec(", "exec (", "eval(", "eval (", "execsync", "os.system", "exec  ", "eval  "],
    /\b(?:exec|eval|execSync|os\.system)\s{0,4}\(\s{0,4}(?:await\s{1,4})?(?:compile\(\s{0,4})?\(?(?:await\s{1,4})?(?:urllib|requests|urlopen|httpx|fetch\(|axios|file_get_contents\(\s{0,4}["']https?:|open\(\s{0,4}["']https?:|URI\.open|Net::HTTP|__import__\(\s{0,4}["'](?:urllib|requests))[^\n]{0,160}/g,
  ),
  run(
    `A Windows program fetches and runs something from the web; ${unseen}`,
    ["certutil", "bitsadmin", "mshta", "regsvr32", "rundll32", "msiexec", "wmic"],
    /\b(?:certutil(?:\.exe)?\b[^\n]{0,60}-urlcache\b|bitsadmin(?:\.exe)?\b[^\n]{0,60}\/transfer\b|mshta(?:\.exe)?\s{1,4}["']?(?:https?:|vbscript:|javascript:)|regsvr32(?:\.exe)?\b[^\n]{0,60}\/i:["']?https?:|rundll32(?:\.exe)?\b[^\n]{0,80}(?:javascript:|https?:)|msiexec(?:\.exe)?\b[^\n]{0,40}\/(?:i|package)\s{1,4}["']?https?:|wmic\b[^\n]{0,80}\/format:["']?https?:)/gi,
  ),
  run(
    `Code is run straight from an address; ${unseen}`,
    ["npx", "bunx", "deno", "pnpm", "pip", "npm", "yarn", "go run", "uvx", "uv "],
    /\b(?:npx|bunx|pnpm\s{1,4}dlx|deno\s{1,4}run|yarn\s{1,4}dlx)\s{1,4}(?:(?!--?registry\b)-{1,2}[\w=-]{1,30}\s{1,4}){0,5}["']?https?:\/\/[^\s"'`]{4,300}|\b(?:pip3?|uv\s{1,4}pip|python3?\s{1,4}-m\s{1,4}pip|npm|pnpm|yarn)\s{1,4}(?:install|i|add)\s{1,4}(?:(?!--?(?:registry|index-url|extra-index-url|find-links|f|i)\b)-{1,2}[\w=-]{1,30}\s{1,4}){0,5}["']?https?:\/\/(?!(?:github\.com|gitlab\.com)\/)[^\s"'`]{4,300}|\bpip3?\s{1,4}install\b[^\n]{0,80}--(?:extra-)?index-url[= ]\s{0,4}["']?http:\/\/[^\s"'`]{4,200}/g,
  ),
  {
    rule: "install-from-url",
    message:
      "A package is installed from a repository, not from a registry; what it is can change at any time.",
    hints: ["git+", "github:"],
    pattern:
      /\b(?:pip3?|uv|uvx|pipx|npx|npm|pnpm|yarn|bunx?|cargo)\b[^\n`]{0,80}?["'\s](?:[\w.[\]-]{1,40}\s{0,2}@\s{0,2})?(?:git\+(?:https?|ssh):\/\/[^\s"'`]{4,200}|github:[\w.-]{1,60}\/[\w.-]{1,80})/g,
  },
  {
    rule: "destructive-command",
    message: "A whole system or home folder is deleted, or a disk overwritten.",
    hints: [
      "rm ",
      "mkfs",
      "of=/dev/",
      "> /dev/",
      ">/dev/",
      ":(){",
      ":() {",
      "Remove-Item",
      "format ",
      "del ",
    ],
    pattern:
      /\brm\s{1,4}(?=(?:-{1,2}[\w-]{1,30}\s{1,4}){0,5}(?:-[a-zA-Z]{0,6}[rR]|--recursive))(?:-{1,2}[\w-]{1,30}\s{1,4}){1,6}["']?(?:\/\*?|~(?:\/\*?)?|\$\{?HOME\}?(?:\/\*?)?)["']?(?=[\s;&|)`]|$)|\bmkfs(?:\.\w{1,10})?\s[^\n;|&]{0,80}?\/dev\/\w{2,20}|\bdd\s[^\n;|&]{0,120}?\bof=\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|disk)\w{0,20}|>\s{0,4}\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk)\w{1,20}|:\(\)\s{0,2}\{\s{0,2}:\s{0,2}\|\s{0,2}:\s{0,2}&\s{0,2}\}\s{0,2};\s{0,2}:|\bRemove-Item\s{1,4}(?=[^\n]{0,60}-Recurse)(?:-\w{1,20}\s{1,4}){1,6}["']?(?:[A-Za-z]:\\|~|\$HOME|\$env:USERPROFILE)\*?["']?(?=[\s;|)`]|$)|\bformat(?:\.com)?\s{1,4}[a-z]:(?=\s{1,4}\/|\s{0,4}$)|\bdel\s{1,4}(?:\/\w\s{1,4}){1,6}["']?[a-z]:\\\*?(?=[\s;|)"`]|$)/gim,
  },
  {
    rule: "reverse-shell",
    message: "A shell is connected to another machine.",
    hints: ["/dev/tcp/", "nc ", "ncat", "socat", "pty.spawn", "TCPClient", "mkfifo"],
    pattern:
      /\b(?:ba|z|k)?sh\s{1,4}-i\b[^\n]{0,40}\/dev\/(?:tcp|udp)\/|\bexec\s{1,4}\d{1,3}<>\s{0,2}\/dev\/tcp\/|\b(?:nc|ncat|netcat)\b(?:\.exe)?[^\n|;]{0,80}\s(?:-\w{0,4}e|-c|--exec|--sh-exec)\s{1,4}["']?(?:\/bin\/|\/usr\/bin\/)?(?:ba|z|da)?(?:sh|cmd|powershell)\b|\bsocat\b[^\n]{0,80}exec:["']?(?:\/bin\/)?(?:ba)?sh\b|\bpty\.spawn\(\s{0,4}["']\/bin\/(?:ba)?sh|mkfifo\s[^\n]{1,80}\|[^\n]{0,40}sh\s{1,4}-i\b[^\n]{0,60}\|\s{0,4}(?:nc|ncat)\b/gi,
  },
];

export const decodePatterns: readonly CommandPattern[] = [
  decode(
    `Encoded text is decoded and run; ${unread}`,
    [
      "base64",
      "base32",
      "xxd",
      "openssl",
      "tr '",
      'tr "',
      "tr a-z",
      "tr n-z",
      "|rev",
      "| rev",
      "|  rev",
      "certutil",
      "uudecode",
      "basenc",
    ],
    `${decoder}[^|\\n]{0,600}\\|\\s{0,10}(?:(?:gunzip|zcat|gzip\\s-d|tr|base64\\s-d|sed|rev)\\b[^|\\n]{0,60}\\|\\s{0,10}){0,2}(?:${runner})`,
  ),
  decode(
    `Encoded text is decoded and run; ${unread}`,
    [
      "base64",
      "b64decode",
      "atob",
      "fromhex",
      "rot13",
      "rot_13",
      "unhexlify",
      "Base64",
      "marshal",
      "xxd",
      "zlib",
    ],
    /\b(?:eval|exec|sh\s{1,4}-c|bash\s{1,4}-c|zsh\s{1,4}-c|os\.system|subprocess\.\w{1,20}|execSync|system|Function|iex|IEX|[Ii]nvoke-[Ee]xpression|source|assert)\s{0,4}[("'`$<\s]{1,6}[^\n]{0,160}\b(?:base64\s{1,4}(?:-d|-D|--decode)|b64decode|decodebytes|atob|fromhex|unhexlify|FromBase64String|base64_decode|str_rot13|Base64\.decode64|xxd\s{1,4}-r|marshal\.loads|zlib\.decompress|codecs\.decode\([^\n]{0,200}rot_?13|Buffer\.from\([^\n]{0,300}?["'](?:base64|hex)["'])/g,
  ),
  decode(
    `Characters written as numbers are put together and run; ${unread}`,
    ["\\x", "\\0", "\\1", "fromCharCode", "chr("],
    /\b(?:printf|echo\s{1,4}-\w{0,3}e\w{0,3})\s{1,4}["']?(?:\\(?:x[0-9a-f]{2}|[0-7]{3})){4,400}[^|\n]{0,200}\|\s{0,10}(?:sudo\s{1,4})?(?:ba|z|da)?sh\b|\$\(\s{0,4}printf\s{1,4}["']?(?:\\(?:x[0-9a-f]{2}|[0-7]{3})){4,400}|\b(?:eval|exec|Function)\s{0,4}\(\s{0,4}(?:String\.fromCharCode\(|["']{2}\.join\(\s{0,4}(?:map\(\s{0,4})?(?:chr|\[?chr\())/gi,
  ),
  decode(
    `PowerShell runs an encoded command; ${unread}`,
    ["owershell", "pwsh", "OWERSHELL"],
    /\b(?:powershell|pwsh)(?:\.exe)?\s[^\n]{0,120}[-/]e(?:n|nc|nco|ncod|ncode|ncoded|ncodedc\w{0,6}|c)?\s{1,4}["']?[A-Za-z0-9+/=]{20,}/gi,
  ),
  decode(
    `Encoded text is decoded into a file that is run; ${unread}`,
    ["base64", "xxd", "openssl", "certutil"],
    /(?:\bbase64\s{1,4}(?:-d|-D|--decode)\b|\bxxd\s{1,4}(?:-p\s{1,4})?-r\b|\bopenssl\s{1,4}(?:base64|enc)\b[^>\n]{0,120}\s-d\b)[^\n>]{0,600}>\s{0,4}["']?([\w./~$-]{1,80})[^\n]{0,20}(?:&&|;|\n)\s{0,20}(?:chmod\s[^\n&;]{1,100}(?:&&|;|\n)\s{0,20})?(?:(?:sudo\s{1,4})?(?:(?:ba|z|da)?sh|source|\.|python3?|node|perl)\s{1,4}["']?)?(?:\.\/)?\1(?![\w.])|\bcertutil(?:\.exe)?\b[^\n]{0,20}-decode(?:hex)?\s[^\n]{1,100}(?:&&?|;|\n)\s{0,8}[\w.\\%-]{1,60}\.(?:exe|bat|cmd|ps1|vbs)\b/g,
  ),
];
