import { isSkillFile } from "@/lib/skills/find-skill-file";

/** Extensions and what Monaco calls their language; everything else is plain text. */
const languages: Readonly<Record<string, string>> = {
  md: "markdown",
  markdown: "markdown",
  mdx: "markdown",
  yaml: "yaml",
  yml: "yaml",
  json: "json",
  jsonc: "json",
  jsonl: "json",
  py: "python",
  pyi: "python",
  sh: "shell",
  bash: "shell",
  zsh: "shell",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "typescript",
};

export const skillLanguage = "skill-markdown";

const extensionOf = (path: string): string => /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? "";

/** Answers Monaco's language id for a file of a package. */
export function languageOf(path: string): string {
  if (isSkillFile(path)) return skillLanguage;
  return languages[extensionOf(path)] ?? "plaintext";
}

/** The word the editor shows for it. */
export function languageName(path: string): string {
  const language = languageOf(path);
  if (language === skillLanguage) return "markdown";
  return language === "plaintext" ? "plain text" : language;
}

/** Whether somebody could want to run it: it has the ending of a script, or lies among scripts. */
export const isScript = (path: string): boolean =>
  ["python", "shell", "javascript", "typescript"].includes(languageOf(path)) ||
  /\.(?:rb|pl|php|ps1|fish)$/i.test(path) ||
  /(?:^|\/)(?:scripts|bin)\//.test(path);

export type FileIconKind = "document" | "code" | "data" | "image" | "other";

const iconKinds: Readonly<Record<FileIconKind, readonly string[]>> = {
  document: ["md", "markdown", "mdx", "txt", "rst", "pdf", "doc", "docx"],
  code: ["py", "sh", "bash", "js", "mjs", "cjs", "ts", "tsx", "jsx", "rb", "go", "rs", "html", "css", "sql"],
  data: ["json", "jsonl", "yaml", "yml", "toml", "csv", "tsv", "xml"],
  image: ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif", "ico"],
  other: [],
};

export function iconKindOf(path: string): FileIconKind {
  const extension = extensionOf(path);
  for (const kind of ["document", "code", "data", "image"] as const)
    if (iconKinds[kind].includes(extension)) return kind;
  return "other";
}

/** Types that cannot run script when a browser shows them; SVG is not one of them. */
const safeImages: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
};

/** The type to show a file as, by its name; null when it must not be shown as an image. */
export const safeImageType = (path: string): string | null => safeImages[extensionOf(path)] ?? null;
