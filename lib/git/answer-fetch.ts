import "server-only";
import { collectObjects } from "./collect-objects";
import type { FetchArguments } from "./fetch-arguments";
import { bandPackets, delimiterPacket, errorPacket, flushPacket, packet } from "./pkt-line";
import { type FetchPlan, planFetch } from "./plan-fetch";
import type { Repository } from "./repository";
import { writePack } from "./write-pack";

/** The answer to `fetch` piece by piece (gitprotocol-v2): acknowledgments, shallow-info and packfile, as far as they are due. */
export function answerFetch(repository: Repository, asked: FetchArguments): AsyncGenerator<Buffer> {
  if (asked.wants.length === 0) return words([flushPacket]);
  const planned = planFetch(repository, asked);
  if (!planned.ok) return words([errorPacket(planned.error)]);
  const plan = planned.value;
  const refusal = plan.old.length > 0 ? repository.refuseOld(plan.old) : null;
  const line = lineWriter(asked.sidebandAll);
  const head: Buffer[] = [];
  if (asked.haves.length > 0 && !asked.done) {
    const isReady = plan.ready && !asked.waitForDone;
    head.push(line("acknowledgments\n"));
    if (plan.common.length === 0) head.push(line("NAK\n"));
    for (const id of plan.common) head.push(line(`ACK ${id}\n`));
    if (!isReady) return words([...head, flushPacket]);
    head.push(line("ready\n"), delimiterPacket);
  }
  if (refusal !== null) return words([errorPacket(refusal)]);
  const ends = [
    ...plan.shallow.map((id) => `shallow ${id}\n`),
    ...plan.unshallow.map((id) => `unshallow ${id}\n`),
  ];
  if (ends.length > 0) head.push(line("shallow-info\n"), ...ends.map(line), delimiterPacket);
  head.push(line("packfile\n"));
  const isCut = asked.deepen === null && plan.shallow.length > 0;
  const told = isCut && !asked.noProgress ? toldOfEnd(plan.served) : null;
  return sendPack(repository, plan, { head, told });
}

/**
 * A clone takes a history that ends early. Any other repository leaves it out without a word, until a depth is named;
 * the first fetch of one asks in the same words as a clone.
 */
const toldOfEnd = (count: number): string =>
  `The newest ${count} commits are served, nothing before them. A clone has them now; git takes them into no other repository by itself: there, run git fetch --depth ${count} once.\n`;

/** With sideband-all, lines too say their band. */
const lineWriter = (sidebandAll: boolean) => (text: string) =>
  packet(sidebandAll ? Buffer.concat([Buffer.of(1), Buffer.from(text)]) : text);

async function* words(packets: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield Buffer.concat(packets);
}

async function* sendPack(
  repository: Repository,
  plan: FetchPlan,
  { head, told }: { head: readonly Buffer[]; told: string | null },
): AsyncGenerator<Buffer> {
  const { count, objects } = await collectObjects(repository, plan);
  yield Buffer.concat([...head, ...(told === null ? [] : bandPackets(2, told))]);
  for await (const piece of writePack(count, objects())) yield Buffer.concat([...bandPackets(1, piece)]);
  yield flushPacket;
}
