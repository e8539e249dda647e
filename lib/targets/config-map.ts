import { stringify } from "yaml";
import { textOf } from "@/lib/skills/file-text";
import type { TargetFile, TargetRemark } from "./target-plan";

/** What one ConfigMap may hold, names and base64 included (https://kubernetes.io/docs/concepts/configuration/configmap/). Bytes. */
const mostBytes = 1024 * 1024;
const aroundThem = 4 * 1024;

type Mapped = { name: string; folder: string; files: readonly TargetFile[] };
type Entry = { key: string; path: string; file: TargetFile; text: string | null };

/** Why the files of a skill fit in no ConfigMap; none when they do. */
export function configMapLimit(files: readonly TargetFile[]): TargetRemark[] {
  const size = entriesOf(files).reduce((sum, { key, file, text }) => {
    return sum + key.length + (text === null ? Math.ceil(file.bytes.length / 3) * 4 : file.bytes.length);
  }, aroundThem);
  if (size <= mostBytes) return [];
  const message = `A ConfigMap holds 1 MiB and its files would take ${size} bytes: it is in skills/ and has none.`;
  return [{ rule: "config-map-too-large", file: "SKILL.md", line: null, message }];
}

/** Keys have no slashes, so each file has one by number and name; the volume below puts it in its place. */
function entriesOf(files: readonly TargetFile[]): Entry[] {
  return files.map((file, at) => {
    const name = file.path.replace(/[^A-Za-z0-9._-]+/g, "_").slice(-200);
    return {
      key: `${String(at + 1).padStart(4, "0")}-${name}`,
      path: file.path,
      file,
      text: plainText(file.bytes),
    };
  });
}

/** What comes back from YAML byte for byte; anything else is base64. */
function plainText(bytes: Uint8Array): string | null {
  const text = textOf(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return text === null || /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/.test(text)
    ? null
    : text;
}

/** A ConfigMap for one skill. */
export function writeConfigMap({ name, files }: Mapped): string {
  const entries = entriesOf(files);
  const texts = entries.flatMap(({ key, text }) => (text === null ? [] : [[key, text] as const]));
  const bytes = entries.flatMap(({ key, text, file }) =>
    text === null ? [[key, Buffer.from(file.bytes).toString("base64")] as const] : [],
  );
  return stringify(
    {
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name },
      ...(texts.length > 0 ? { data: Object.fromEntries(texts) } : {}),
      ...(bytes.length > 0 ? { binaryData: Object.fromEntries(bytes) } : {}),
    },
    { lineWidth: 0 },
  );
}

/** Part of a pod: one volume with every skill in its folder, executable files included. */
export function writeVolume(skills: readonly Mapped[], mountPath: string): string {
  const sources = skills.map(({ name, folder, files }) => ({
    configMap: {
      name,
      items: entriesOf(files).map(({ key, path, file }) => ({
        key,
        path: `${folder}/${path}`,
        ...(file.executable ? { mode: 0o755 } : {}),
      })),
    },
  }));
  return stringify(
    {
      volumeMounts: [{ name: "skills", mountPath, readOnly: true }],
      volumes: [{ name: "skills", projected: { defaultMode: 0o644, sources } }],
    },
    { lineWidth: 0 },
  );
}
