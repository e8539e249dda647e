import { type UnsavedWork, unsavedWorkSchema } from "./unsaved-work";

const databaseName = "greenroom-editor";
const storeName = "unsaved";
const overflowPrefix = "greenroom-unsaved:";

/** Where unsaved work outlives the page. Every call may fail (private windows, full disks) and then does nothing. */
export type UnsavedStore = {
  list(workspace: string, skill: string): Promise<UnsavedWork[]>;
  put(work: UnsavedWork): Promise<void>;
  remove(work: Pick<UnsavedWork, "workspace" | "skill" | "tab">): Promise<void>;
  /** Synchronous, for the moment a page goes away; small texts only. */
  putNow(work: UnsavedWork): void;
};

const unsavedKey = (work: Pick<UnsavedWork, "workspace" | "skill" | "tab">): string =>
  [work.workspace, work.skill, work.tab].join("\n");

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(storeName);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await openDatabase();
  try {
    return await new Promise((resolve, reject) => {
      const request = work(database.transaction(storeName, mode).objectStore(storeName));
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  } finally {
    database.close();
  }
}

/** IndexedDB for everything, localStorage for the last words of a page that is closing. */
export const browserUnsavedStore: UnsavedStore = {
  async list(workspace, skill) {
    const stored = await run<unknown[]>("readonly", (store) => store.getAll()).catch((): unknown[] => []);
    const newest = new Map<string, UnsavedWork>();
    for (const candidate of [...stored, ...readOverflow()]) {
      const parsed = unsavedWorkSchema.safeParse(candidate);
      if (!parsed.success || parsed.data.workspace !== workspace || parsed.data.skill !== skill) continue;
      const other = newest.get(parsed.data.tab);
      if (!other || other.keptAt <= parsed.data.keptAt) newest.set(parsed.data.tab, parsed.data);
    }
    return [...newest.values()].sort((left, right) => right.keptAt - left.keptAt);
  },

  async put(work) {
    await run("readwrite", (store) => store.put(work, unsavedKey(work))).catch(() => undefined);
  },

  async remove(work) {
    localStorage.removeItem(overflowPrefix + unsavedKey(work));
    await run("readwrite", (store) => store.delete(unsavedKey(work))).catch(() => undefined);
  },

  putNow(work) {
    try {
      localStorage.setItem(overflowPrefix + unsavedKey(work), JSON.stringify(work));
    } catch {
      // The quota is used up: what IndexedDB holds is at most one pause in typing older.
    }
  },
};

function readOverflow(): unknown[] {
  const found: unknown[] = [];
  for (let at = 0; at < localStorage.length; at++) {
    const key = localStorage.key(at);
    if (!key?.startsWith(overflowPrefix)) continue;
    try {
      found.push(JSON.parse(localStorage.getItem(key) ?? "null"));
    } catch {
      localStorage.removeItem(key);
    }
  }
  return found;
}
