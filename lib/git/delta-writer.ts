import "server-only";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import { LRUCache } from "lru-cache";
import { encodeDelta } from "./encode-delta";
import type { PackedObject, Repository } from "./repository";
import { deflateObject } from "./write-pack";

const MiB = 1024 * 1024;
/** As many as git itself makes: whoever reads the last object of a chain makes all before it. */
const mostInChain = 50;
/** A longer file is seldom changed in one place alone, and would be unpacked in vain. */
const mostBlobBytes = 16 * 1024;
/** What a base may be asked for; one that fell out is not changed but followed by a whole object. */
const mostHeldBytes = 8 * MiB;
/** What a delta costs besides its bytes: the id of its base. */
const idBytes = 20;

const unpacked = promisify(inflate);

/**
 * Writes the objects of one pack as changes of what stood at their places before, where that is shorter. `bases` names
 * these by the objects' ids, and never leads in a circle. Each object has to come after its base to be a change of it.
 */
export class DeltaWriter {
  private readonly lengths = new Map<string, number>();
  private readonly asked: ReadonlySet<string>;
  private readonly held = new LRUCache<string, Uint8Array>({
    maxSize: mostHeldBytes,
    sizeCalculation: ({ length }) => length + 100,
  });

  constructor(
    private readonly bases: ReadonlyMap<string, string>,
    private readonly kept: Repository["packedTrees"],
  ) {
    this.asked = new Set(bases.values());
  }

  /** Kept for the next pack, with what it is a change of. */
  async tree(id: string, bytesOf: (id: string) => Uint8Array): Promise<PackedObject> {
    const base = this.baseOf(id);
    const name = base === undefined ? id : `${id} of ${base}`;
    const known = this.kept.get(name);
    if (known) return this.noted(known);
    const bytes = this.hold(id, bytesOf(id));
    const delta = base === undefined ? null : encodeDelta(this.held.get(base) ?? bytesOf(base), bytes);
    const isShorter = delta !== null && delta.length < bytes.length / 2;
    const tree: PackedObject =
      isShorter && base !== undefined
        ? { id, size: delta.length, deflated: await deflateObject(delta), base }
        : { id, size: bytes.length, deflated: await deflateObject(bytes) };
    this.kept.set(name, tree);
    return this.noted(tree);
  }

  async blob(whole: PackedObject): Promise<PackedObject> {
    const { id, size, deflated } = whole;
    const base = this.baseOf(id);
    const before = base === undefined ? undefined : this.held.get(base);
    if (size > mostBlobBytes || !(before || this.asked.has(id))) return this.noted(whole);
    const bytes = this.hold(id, await unpacked(deflated));
    if (base === undefined || !before) return this.noted(whole);
    const delta = encodeDelta(before, bytes);
    const change = await deflateObject(delta);
    const isShorter = change.length + idBytes < deflated.length;
    return this.noted(isShorter ? { id, size: delta.length, deflated: change, base } : whole);
  }

  /** What was written already and does not end a chain. */
  private baseOf(id: string): string | undefined {
    const base = this.bases.get(id);
    const length = base === undefined ? undefined : this.lengths.get(base);
    return length !== undefined && length < mostInChain ? base : undefined;
  }

  private hold(id: string, bytes: Uint8Array): Uint8Array {
    if (this.asked.has(id)) this.held.set(id, bytes);
    return bytes;
  }

  private noted(object: PackedObject): PackedObject {
    const { id, base } = object;
    this.lengths.set(id, base === undefined ? 0 : (this.lengths.get(base) ?? 0) + 1);
    return object;
  }
}
