import { archivePackages } from "@/lib/bundles/archive-packages";
import { buildTar, paxRecords, type RawTarEntry } from "@/lib/bundles/fixtures/build-tar";
import { buildZip, type RawZipEntry } from "@/lib/bundles/fixtures/build-zip";
import { readArchive } from "@/lib/bundles/read-archive";
import { findFindings } from "@/lib/findings/find-findings";
import { isSecretPath } from "@/lib/skills/package-path";
import { documentOf, pairsOf } from "./unicode-checks";
import {
  type AttackCheck,
  numbersOf,
  type Problems,
  sizesOf,
  spansOf,
  tryAll,
  unless,
  wordsOf,
} from "./vector";

const category = /archive|zip|tar|import/i;
const skill = { name: "a/SKILL.md", data: documentOf({ name: "a" }) };

type Verdict = { rule: string | null; paths: string[]; ignored: string[] };

/** The rule that keeps an archive's skill out, or its files when nothing does. */
async function verdict(bytes: Uint8Array): Promise<Verdict> {
  const read = await readArchive(bytes, { fileName: "upload" });
  if (!read.ok) return { rule: read.error.rule, paths: [], ignored: [] };
  const { packages, notes } = archivePackages(read.value, "top");
  const refused = packages.find(({ refusal }) => refusal !== null)?.refusal?.rule ?? null;
  return {
    rule: refused ?? (packages.length === 0 ? (notes[0]?.rule ?? "no-skill") : null),
    paths: packages.flatMap(({ files }) => files.map(({ path }) => path)),
    ignored: read.value.ignored,
  };
}

/** As zip and as tar, beside a skill that is in order. */
async function bothRefused(name: string, what: string): Promise<Problems> {
  // In a tar's own header a NUL ends the name; one inside of it can only come in a PAX header.
  const pax = { name: "pax", type: "x", data: paxRecords({ path: name }) };
  const inTar = name.includes("\0") ? [skill, pax, { name: "a/x", data: "x" }] : [skill, { name, data: "x" }];
  const archives = [buildZip([skill, { name, data: "x" }]), buildTar(inTar)];
  const found = await Promise.all(archives.map(verdict));
  return found.flatMap(({ rule }, at) =>
    unless(rule !== null, `${at === 0 ? "a zip" : "a tar"} with ${what} is taken`),
  );
}

const refusedZip = async (entries: readonly RawZipEntry[], what: string, around = {}): Promise<Problems> =>
  unless((await verdict(buildZip(entries, around))).rule !== null, `a zip with ${what} is taken`);

const refusedTar = async (entries: readonly RawTarEntry[], what: string): Promise<Problems> =>
  unless((await verdict(buildTar(entries))).rule !== null, `a tar with ${what} is taken`);

const all = async (parts: readonly Promise<Problems>[]): Promise<Problems> =>
  (await Promise.all(parts)).flat();

const isPath = (span: string): boolean =>
  /[\\/\0]|\.[a-z]{1,5}$|^(?:con|aux|nul)/i.test(span) && !/^path=/.test(span);

const names: AttackCheck = {
  category,
  about: /(?:entry|name|path)s? `|absolute|drive|NUL in|traversal|backslash|windows|reserved/i,
  run: ({ vector }) => {
    if (/duplicate|collision|PAX|link/i.test(wordsOf(vector))) return null;
    return tryAll(
      spansOf(vector)
        .filter(isPath)
        .map((name) => bothRefused(name, JSON.stringify(name))),
    );
  },
};

const links: AttackCheck = {
  category,
  about: /sym(?:bolic )?-?link|hard ?link|typeflag [12]/i,
  run({ vector }) {
    const target = /->\s*`?([^\s`]+)/.exec(vector)?.[1] ?? "/etc/passwd";
    const type = /hard ?link|typeflag 1/i.test(vector) ? "1" : "2";
    const written = { name: "a/out/file", data: "x" };
    return all([
      refusedZip([skill, { name: "a/link", data: target, mode: 0o120777 }], `a link to ${target}`),
      refusedTar([skill, { name: "a/link", type, link: target }], `a link to ${target}`),
      refusedTar([skill, { name: "a/out", type, link: target }, written], "a file written through a link"),
    ]);
  },
};

const special: AttackCheck = {
  category,
  about: /device|fifo|special file|setuid|set-user-id/i,
  async run({ vector }) {
    const listed = /\(([\d,\s]+)\)/.exec(vector)?.[1];
    const types = (listed ? numbersOf(listed.replaceAll(",", " ")).map(String) : ["3", "4", "6"]).filter(
      (type) => /^[346]$/.test(type),
    );
    const mode = Number.parseInt(/\b0?([4267]\d{3})\b/.exec(vector)?.[1] ?? "4755", 8);
    const masked = await verdict(buildTar([{ ...skill, mode }]));
    return [
      ...(await all(
        types.map((type) => refusedTar([skill, { name: "a/dev", type }], `an entry of type ${type}`)),
      )),
      ...(await refusedZip([skill, { name: "a/pipe", mode: 0o010644 }], "a pipe")),
      // Modes take no part: nothing keeps one, so nothing can be run by it.
      ...unless(
        !/setuid/i.test(vector) || masked.rule === null,
        "a mode keeps a skill out instead of being dropped",
      ),
    ];
  },
};

const pax: AttackCheck = {
  category,
  about: /PAX|GNU long/i,
  run: ({ vector }) =>
    tryAll(
      spansOf(vector)
        .filter((span) => isPath(span))
        .map((path) =>
          refusedTar([{ name: "pax", type: "x", data: paxRecords({ path }) }, skill], `a PAX path ${path}`),
        ),
    ),
};

const lies: AttackCheck = {
  category,
  about: /header lies|uncompressedSize|bomb|ratio|overlap|quine|42\.zip/i,
  async run({ vector }) {
    const claimed = Number(/Size\s+(\d+)/i.exec(vector)?.[1] ?? 10);
    const large = Math.min(Math.max(0, ...sizesOf(vector)) || 5e7, 5e7);
    const started = performance.now();
    const problems = await all([
      refusedZip(
        [skill, { name: "a/big", data: new Uint8Array(large), declaredSize: claimed }],
        "a size that lies",
      ),
      refusedZip([skill, { name: "a/s.txt", data: "12", declaredSize: 10 }], "a size that is too large"),
      refusedZip([skill, { name: "a/c.txt", data: "12", crc: 1 }], "a checksum that lies"),
      refusedZip([skill, { name: "a/twice", data: "x", offset: 0 }], "entries that overlap"),
      refusedZip(
        [
          skill,
          ...Array.from({ length: 30 }, (_, at) => ({ name: `a/${at}`, data: new Uint8Array(9_000_000) })),
        ],
        "much more output than bytes",
      ),
    ]);
    return [...problems, ...unless(performance.now() - started < 20_000, "refusing took long")];
  },
};

const disagreement: AttackCheck = {
  category,
  about: /local header/i,
  run: () =>
    refusedZip([skill, { name: "a/safe.md", localName: "a/evil.sh", data: "x" }], "two names for one entry"),
};

const collisions: AttackCheck = {
  category,
  about: /collision|duplicate/i,
  run({ vector }) {
    const pairs =
      pairsOf(vector).length > 0
        ? pairsOf(vector)
        : spansOf(vector).map((one): [string, string] => [one, one]);
    return tryAll(
      pairs.flatMap((pair) => {
        const entries = pair.map((name) => ({ name: `a/${name}`, data: name }));
        const isSkill = pair.some((name) => /^skill\.md$/i.test(name));
        const files = isSkill ? entries : [skill, ...entries];
        return [refusedZip(files, pair.join(" and ")), refusedTar(files, pair.join(" and "))];
      }),
    );
  },
};

const damage: AttackCheck = {
  category,
  about: /encrypt|zip64|prepend|trailing|polyglot|truncat/i,
  run() {
    const bytes = new TextEncoder().encode("GIF89a");
    const head = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0);
    return all([
      refusedZip([{ ...skill, flags: 1 }], "an encrypted entry"),
      refusedZip([{ ...skill, declaredSize: 0xffffffff }], "zip64 sizes that are not there"),
      refusedZip([skill], "data before it", { before: bytes }),
      refusedZip([skill], "entries before it", { before: head }),
      refusedZip([skill], "data between its parts", { gap: bytes }),
      refusedZip([skill], "data after it", { after: bytes }),
      verdict(buildZip([skill]).slice(0, -8)).then(({ rule }) => unless(rule !== null, "a cut zip is taken")),
    ]);
  },
};

const junk: AttackCheck = {
  category,
  about: /__MACOSX|DS_Store|node_modules|\.git\b/,
  async run({ vector }) {
    if (spansOf(vector).length === 0) return null;
    const given = spansOf(vector).map((span) => `a/${span}${span.endsWith("/") ? "x" : ""}`);
    const isGit = (path: string) => /(?:^|\/)\.git(?:\/|$)/.test(path);
    const others = given.filter((path) => !isGit(path));
    const { rule, paths } = await verdict(buildZip([skill, ...others.map((name) => ({ name, data: "x" }))]));
    const secrets = others.filter(isSecretPath);
    return [
      ...unless(rule === null, `junk keeps a skill out (${rule})`),
      ...others
        .filter((path) => !isSecretPath(path))
        .flatMap((path) => unless(!paths.includes(path.slice(2)), `${path} is kept`)),
      ...(await all(given.filter(isGit).map((name) => bothRefused(name, name)))),
      ...secrets.flatMap((path) =>
        unless(
          findFindings([{ path, text: "A=b", size: 3 }]).some((one) => one.rule === "secret-file"),
          `${path} is not flagged`,
        ),
      ),
    ];
  },
};

const counts: AttackCheck = {
  category,
  about: /\d[\d,]+ (?:entries|files)/i,
  async run({ vector }) {
    const count = Math.max(10_001, ...numbersOf(vector));
    const entries = Array.from({ length: Math.min(count, 60_000) }, (_, at) => ({
      name: `a/${at}`,
      data: "",
    }));
    return refusedTar([skill, ...entries], `${count} entries`);
  },
};

export const archiveChecks = [
  names,
  links,
  special,
  pax,
  lies,
  disagreement,
  collisions,
  damage,
  junk,
  counts,
] as const;
