import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type DiskState, readDiskState } from "@/lib/imports/adapters/disk-state";
import { type DiskReading, type KnownPackages, readDirectories } from "@/lib/imports/read-directories";

/** What cannot be avoided to know whether a folder of skills is still the same: list it, read and hash each file. */
export function floor(folder: string): string[] {
  return readdirSync(folder).map((name) =>
    createHash("sha256")
      .update(readFileSync(`${folder}/${name}/SKILL.md`))
      .digest("hex"),
  );
}

/** The folder as the server reads its configured directories, at its start and under Settings. */
export const discover = (folder: string, known?: KnownPackages): Promise<DiskReading> =>
  readDirectories({ folders: [{ path: folder, include: [], exclude: [] }] }, known);

/** The same folder as the server looks at it now and then, and after every word of the system. */
export const check = (folder: string): Promise<DiskState> => readDiskState([folder]);

/** What an earlier reading has left behind: what is still the same need not be looked at again. */
export const knownFrom = ({ packages }: DiskReading): KnownPackages =>
  new Map(packages.map(({ location, name, digest }) => [location, { name, digest, notes: [] }]));
