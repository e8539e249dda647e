import "server-only";
import { type FSWatcher, watch } from "node:fs";

/** Systems count these; what is not watched is found by the look that comes now and then. */
const mostWatched = 8_000;

/** Tells when something happens in folders, each by itself: what lies deeper is told by the folders there. */
export class FolderWatch {
  private readonly watchers = new Map<string, FSWatcher>();

  constructor(private readonly onChange: () => void) {}

  /** Watches these folders and no others. Never throws: a folder that cannot be watched is left to the look now and then. */
  keep(folders: readonly string[]): void {
    const wanted = new Set(folders.slice(0, mostWatched));
    for (const folder of this.watchers.keys()) if (!wanted.has(folder)) this.drop(folder);
    for (const folder of wanted) if (!this.watchers.has(folder)) this.add(folder);
  }

  close(): void {
    this.keep([]);
  }

  private add(folder: string): void {
    try {
      const watcher = watch(folder, { persistent: false }, () => this.onChange());
      // A folder that goes away takes its watcher along; one of the same name is another folder.
      watcher.on("error", () => {
        this.drop(folder);
        this.onChange();
      });
      this.watchers.set(folder, watcher);
    } catch {
      // No more watchers, or the folder went this moment.
    }
  }

  private drop(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }
}
