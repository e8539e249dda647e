import { loadingHosts } from "@/lib/dialects/loads/find-loader";
import type { HostPackage, LoadRefusal } from "@/lib/runtime/host-load";
import { hostRefusesRule } from "../import-options";
import type { ImportNote } from "../import-schema";

type PackageBytes = { name: string; files: readonly { path: string; size: number; bytes: Uint8Array }[] };

/** Which hosts would not load a package, and why: a note for each reason, whoever has it. */
export function hostNotes({ name, files }: PackageBytes): ImportNote[] {
  const pkg: HostPackage = {
    folder: name,
    files,
    read: (path) => files.find((file) => file.path === path)?.bytes ?? null,
  };
  const byReason = new Map<string, { titles: string[]; refusal: LoadRefusal }>();
  for (const { title, load } of loadingHosts) {
    const refusal = load(pkg);
    if (refusal.state === "loaded") continue;
    const key = `${refusal.line} ${refusal.message}`;
    const held = byReason.get(key) ?? { titles: [], refusal };
    byReason.set(key, { ...held, titles: [...held.titles, title] });
  }
  return [...byReason.values()].map(({ titles, refusal: { file, line, message, fix } }) => {
    const place = line === null ? file : `${file}, line ${line}`;
    const who = titles.length === 1 ? `${titles[0]} does` : `${sayAll(titles)} do`;
    return { rule: hostRefusesRule, path: file, message: `${who} not load it (${place}). ${message} ${fix}` };
  });
}

const sayAll = (titles: readonly string[]): string =>
  `${titles.slice(0, -1).join(", ")} and ${titles.at(-1) ?? ""}`;
