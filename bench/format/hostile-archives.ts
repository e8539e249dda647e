import { gzipSync } from "node:zlib";
import { buildTar, paxRecords, type RawTarEntry } from "@/lib/bundles/fixtures/build-tar";
import { buildZip, type RawZipEntry } from "@/lib/bundles/fixtures/build-zip";

const many = <Entry>(count: number, make: (index: number) => Entry): Entry[] =>
  Array.from({ length: count }, (_, index) => make(index));

const zip = (count: number, make: (index: number) => RawZipEntry): Uint8Array => buildZip(many(count, make));
const tar = (count: number, make: (index: number) => RawTarEntry): Uint8Array => buildTar(many(count, make));
const zeros = (bytes: number): Uint8Array => new Uint8Array(bytes);
const gzip = (bytes: Uint8Array): Uint8Array => new Uint8Array(gzipSync(bytes, { level: 9 }));

/** Archives that make readers work for few bytes: many entries, much output, long names, headers upon headers. */
export function* hostileArchives(): Generator<{ name: string; bytes: Uint8Array }> {
  yield { name: "a zip of empty files", bytes: zip(1000, (index) => ({ name: `a${index}` })) };
  yield { name: "a zip of 9,000 files", bytes: zip(9000, (index) => ({ name: `a${index}` })) };
  yield { name: "a zip of folders", bytes: zip(1000, (index) => ({ name: `a${index}/`, method: 0 })) };
  yield { name: "a zip of junk", bytes: zip(1000, (index) => ({ name: `__MACOSX/${index}` })) };
  yield { name: "a zip of deep paths", bytes: zip(500, (index) => ({ name: `${"a/".repeat(19)}${index}` })) };
  yield {
    name: "a zip of long names",
    bytes: zip(500, (index) => ({ name: `${"\u00e9".repeat(90)}/${"\u00e9".repeat(90)}/${index}` })),
  };
  yield { name: "a zip bomb", bytes: zip(100, (index) => ({ name: `a${index}`, data: zeros(900_000) })) };
  yield {
    name: "a zip of well packed text",
    bytes: zip(20, (index) => ({
      name: `a${index}`,
      data: new TextEncoder().encode("well packed ".repeat(40_000)),
    })),
  };
  yield { name: "a tar of empty files", bytes: tar(1000, (index) => ({ name: `a${index}` })) };
  yield { name: "a tar.gz of 9,000 files", bytes: gzip(tar(9000, (index) => ({ name: `a${index}` }))) };
  yield { name: "a tar.gz of too many files", bytes: gzip(tar(40_000, (index) => ({ name: `a${index}` }))) };
  yield {
    name: "a tar.gz of deep paths",
    bytes: gzip(tar(9000, (index) => ({ name: `${"a/".repeat(index % 19)}f${index}` }))),
  };
  yield { name: "a gzip bomb", bytes: gzip(zeros(100_000_000)) };
  yield {
    name: "a tar.gz of large zeros",
    bytes: gzip(tar(25, (index) => ({ name: `a${index}`, data: zeros(10_000_000) }))),
  };
  yield {
    name: "a zip of large zeros",
    bytes: zip(25, (index) => ({ name: `a${index}`, data: zeros(10_000_000) })),
  };
  yield { name: "names of volumes", bytes: gzip(tar(60_000, () => ({ name: "v", type: "V" }))) };
  yield {
    name: "a tar.gz of links",
    bytes: gzip(tar(10_000, (index) => ({ name: `a/${index}`, type: "2", link: `${index + 1}` }))),
  };
  yield { name: "a tar.gz of zeros", bytes: gzip(tar(1, () => ({ name: "a", data: zeros(9_000_000) }))) };
  yield {
    name: "headers of headers",
    bytes: tar(500, () => ({ name: "p", type: "x", data: paxRecords({ path: "a" }) })),
  };
  yield {
    name: "headers for all files",
    bytes: gzip(tar(5000, (index) => ({ name: "p", type: "g", data: paxRecords({ comment: `${index}` }) }))),
  };
  yield {
    name: "a header of many records",
    bytes: tar(1, () => ({ name: "p", type: "x", data: "6 a=b\n".repeat(10_000) })),
  };
}
