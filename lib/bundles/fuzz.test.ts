import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkPackagePath } from "@/lib/skills/package-path";
import { buildTar } from "./fixtures/build-tar";
import { buildZip } from "./fixtures/build-zip";
import { readArchive } from "./read-archive";

const entries = [
  { name: "a/SKILL.md", data: "---\nname: a\n---\nBody" },
  { name: "a/references/b.md", data: "text ".repeat(40) },
];
const samples = [buildZip(entries), buildTar(entries), new Uint8Array(gzipSync(buildTar(entries)))];
const originals = new Map(entries.map(({ name, data }) => [name, data]));

const change = fc.tuple(fc.nat(), fc.constantFrom("set", "flip", "cut"), fc.nat(255));

test("a damaged archive is refused with a rule, or gives safe paths; a zip never gives changed content", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(2), fc.array(change, { minLength: 1, maxLength: 6 }), async (which, changes) => {
      let bytes = (samples[which] ?? new Uint8Array()).slice();
      for (const [at, kind, value] of changes) {
        const index = at % Math.max(1, bytes.length);
        if (kind === "set") bytes[index] = value;
        if (kind === "flip") bytes[index] = (bytes[index] ?? 0) ^ (1 << (value % 8));
        if (kind === "cut") bytes = bytes.slice(0, Math.max(index, 30));
      }
      const result = await readArchive(bytes, { fileName: "x", limits: { totalBytes: 1_000_000 } });
      if (!result.ok) {
        expect(result.error.rule).toMatch(/^(?:archive|path|file|package)-/);
        expect(result.error.message).toMatch(/\.$/);
        return;
      }
      for (const file of result.value.files) {
        expect(checkPackagePath(file.path)).toEqual({ ok: true, value: file.path });
        const original = originals.get(file.path);
        if (which === 0 && original !== undefined)
          expect(new TextDecoder().decode(file.bytes)).toBe(original);
      }
    }),
    { numRuns: 400, seed: 5 },
  );
});
