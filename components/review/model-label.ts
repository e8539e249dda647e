import type { TriggerProof } from "@/lib/proof/proven/bytes-proof-schema";

type Model = TriggerProof["model"];

/** What a model is called among these: where one name has asked several models, with which one it was. */
export function modelLabel({ name, address, asks }: Model, among: readonly Model[]): string {
  const isShared = among.some((other) => other.name === name && other.address !== address);
  return isShared && asks !== null ? `${name} (${asks})` : name;
}
