const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The text of a file, to the byte: encoding it again gives the same bytes. Null for everything else, a NUL anywhere in
 * it included, which no JSON column keeps. Whatever reads a file's bytes takes it for text exactly when this does:
 * pages, comparisons, uploads, and what an agent is told.
 */
export function textOf(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}

export const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/**
 * What a scan for secrets and hidden characters reads of a file: its text, or what can be read of one that is called
 * or begins like a text and is broken further on. It reads rather too much: one broken byte must not hide a key.
 */
export function scannedText(path: string, bytes: Uint8Array): string {
  const text = textOf(bytes);
  if (text !== null) return text;
  return guessTextByName(path) || beginsAsText(bytes) ? new TextDecoder().decode(bytes) : "";
}

function beginsAsText(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, 8192);
  if (head.includes(0)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: bytes.length > head.length });
    return true;
  } catch {
    return false;
  }
}

const textExtensions = new Set(
  (
    "md mdx markdown txt rst adoc org tex csv tsv json jsonc json5 jsonl ndjson yaml yml toml ini cfg conf properties " +
    "xml xsd xsl html htm xhtml css scss sass less svg js mjs cjs jsx ts mts cts tsx vue svelte astro py pyi ipynb rb " +
    "go rs java kt kts scala swift c h cc cpp hpp cs fs m mm php pl pm lua r jl ex exs erl hrl clj cljs dart zig nim " +
    "sh bash zsh fish ps1 psm1 bat cmd sql graphql gql proto tf hcl bicep dockerfile makefile cmake gradle lock log " +
    "diff patch env example template tmpl j2 hbs ejs liquid mustache puml mmd dot bib vtt srt http cj"
  ).split(" "),
);
const textNames =
  /^(?:readme|licen[cs]e|notice|changelog|authors|contributing|copying|makefile|dockerfile|procfile|gemfile|rakefile|justfile|\.(?:gitignore|gitattributes|editorconfig|npmignore|dockerignore|prettierrc|eslintrc|env.*))$/i;

/** A guess, for lists that read no bytes: whoever has the bytes asks `textOf`. */
export function guessTextByName(path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (textNames.test(name)) return true;
  const dot = name.lastIndexOf(".");
  return dot >= 0 && textExtensions.has(name.slice(dot + 1).toLowerCase());
}
