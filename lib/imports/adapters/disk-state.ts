import "server-only";
import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { archiveLimits } from "@/lib/bundles/archive-limits";
import { createBreathe } from "@/lib/platform/yield-between-steps";
import { isJunkPath } from "@/lib/skills/package-path";
import { errorCode, isInside } from "../internal/read-inside";

/** What lies in some folders by names, sizes and times, without opening a file; and every folder that was entered. */
export type DiskState = { fingerprint: string; folders: string[] };

/** More than any reading takes; past it, what lies deeper is not told apart. */
const most = { folders: 20_000, entries: 200_000, depth: archiveLimits.pathDepth };
/** Asked of the disk at a time: it answers many together sooner than one after the other. */
const atOnce = 64;

/** The state of the disk at this moment. A folder that cannot be read is a part of it, and throws nothing. */
export async function readDiskState(roots: readonly string[]): Promise<DiskState> {
  const walk = new Walk();
  for (const root of roots) await walk.run(root);
  return walk.state();
}

/** `root`: where the configured folder really lies, which is not left. */
type Place = { at: string; root: string; depth: number };

class Walk {
  private readonly lines: string[] = [];
  private readonly folders: string[] = [];
  /** By device and number: a link in a circle is entered once. */
  private readonly entered = new Set<string>();
  private entries = 0;
  private readonly breathe = createBreathe();

  async run(root: string): Promise<void> {
    let open: Place[] = [{ at: root, root: await realpath(root).catch(() => root), depth: 0 }];
    while (open.length > 0) {
      const next: Place[] = [];
      for (let at = 0; at < open.length; at += atOnce) {
        const found = await Promise.all(open.slice(at, at + atOnce).map((place) => this.enter(place)));
        next.push(...found.flat());
        await this.breathe();
      }
      open = next;
    }
  }

  state(): DiskState {
    const fingerprint = createHash("sha256").update(this.lines.toSorted().join("\n")).digest("hex");
    return { fingerprint, folders: this.folders.toSorted() };
  }

  /** Answers the folders in it. */
  private async enter({ at, root, depth }: Place): Promise<Place[]> {
    if (depth > most.depth || this.folders.length >= most.folders) return [];
    const entries = await this.list(at);
    if (!entries) return [];
    const look = (entry: Dirent) => this.look(path.join(at, entry.name), entry, root);
    const inside = await Promise.all(entries.map(look));
    return inside.flatMap((folder) => (folder === null ? [] : [{ at: folder, root, depth: depth + 1 }]));
  }

  private async list(at: string): Promise<Dirent[] | null> {
    try {
      const { dev, ino } = await stat(at);
      const id = `${dev}:${ino}`;
      if (this.entered.has(id)) return null;
      this.entered.add(id);
      const entries = (await readdir(at, { withFileTypes: true })).filter(
        ({ name }) => !isNoPartOfSkills(name),
      );
      this.folders.push(at);
      this.entries += entries.length;
      return this.entries > most.entries ? null : entries;
    } catch (error) {
      this.lines.push(`${at}\0${errorCode(error)}`);
      return null;
    }
  }

  /** Answers the path where it is a folder. Of a link that leads out only where to: no reading follows it. */
  private async look(at: string, entry: Dirent, root: string): Promise<string | null> {
    if (entry.isDirectory()) {
      this.lines.push(`${at}/`);
      return at;
    }
    try {
      const real = entry.isSymbolicLink() ? await realpath(at) : at;
      if (real !== at && !isInside(root, real)) {
        this.lines.push(`${at}@${real}`);
        return null;
      }
      const own = await lstat(real);
      if (own.isDirectory()) {
        this.lines.push(`${at}@/`);
        return at;
      }
      this.lines.push([at, own.ino, own.size, own.mtimeMs, own.ctimeMs, own.mode].join("\0"));
    } catch (error) {
      this.lines.push(`${at}\0${errorCode(error)}`);
    }
    return null;
  }
}

const isNoPartOfSkills = (name: string): boolean =>
  name === ".git" || isJunkPath(name) || isJunkPath(`${name}/inside`);
