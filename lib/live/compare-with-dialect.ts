import "server-only";
import type { Context } from "@/lib/access/context";
import { agreementOf } from "@/lib/dialects/host-agreements";
import { getLiveExchange } from "@/lib/gateway/live-exchanges";
import { getLiveSession } from "@/lib/gateway/live-sessions";
import { compareSlots, type Difference } from "@/lib/hosts/compare-shapes";
import { explain } from "@/lib/hosts/explain-difference";
import { hostScenario } from "@/lib/hosts/host-scenario";
import { isKnownHost } from "@/lib/hosts/host-traffic";
import { readHostRequest } from "@/lib/hosts/read-host-request";
import { dialectFolder, runDialect } from "@/lib/hosts/run-dialect";
import { type ShapeContext, shapeOf } from "@/lib/hosts/shape";
import { sha256 } from "@/lib/platform/crypto";
import { countTokens } from "@/lib/tokens/count-tokens";
import type { HostComparison } from "./comparison-schema";
import { pinSkills } from "./internal/pin-skills";
import { listReadRows } from "./read-rows";

const without = (lacking: string): HostComparison => ({ lacking, agreement: null, slots: [] });

/**
 * What a live host sent, beside what its dialect here sends for the same skills in the same versions, the same message
 * and the same calls, place by place. Says why not where the host has no dialect or its texts are not kept.
 */
export async function compareWithDialect(
  context: Context,
  { session }: { session: string },
): Promise<HostComparison> {
  const live = await getLiveSession(context, { session });
  const { host, protocol } = live;
  if (host === null || !isKnownHost(host))
    return without("This host is not known here, so there is no dialect to compare it with.");
  const rows = (await listReadRows(context, session)).filter(({ exchange }) => exchange.hasBody);
  const begun = rows.findLastIndex(({ reading }) => reading.understood && reading.rewrittenFrom !== null);
  const history = rows.slice(Math.max(0, begun));
  const [first, last] = [history[0], history.at(-1)];
  if (!first || !last) return without("The texts of this session are not kept, so they cannot be compared.");
  const read = async (seq: number) =>
    readHostRequest(protocol, (await getLiveExchange(context, { session, seq })).request);
  const [opening, latest] = await Promise.all([read(first.exchange.seq), read(last.exchange.seq)]);
  if (!opening || !latest) return without("What the host sent is not understood.");
  const scenario = hostScenario(host, opening, latest);
  if (!scenario) return without("The host listed no skills, so there is nothing to compare.");
  const readings = rows.flatMap(({ reading }) => (reading.understood ? reading.facts : []));
  const pinned = await pinSkills(context, scenario.names, readings);
  if (pinned.skills.length === 0)
    return without("None of the skills that the host listed is of this workspace.");
  const seen = await runDialect({ id: host, marksErrors: protocol !== "responses" }, pinned, {
    ...scenario,
    countTokens,
    sha256,
  });
  const shapeContext = (places: ShapeContext["places"]): ShapeContext => ({
    ...{ names: pinned.skills.map(({ ref }) => ref.name), asked: scenario.asked, sha256, places },
    ownPieces: pinned.ownPieces,
  });
  const tools = new Set(seen.tools.map(({ name }) => name));
  const theirs = shapeOf(
    scenario.seen,
    shapeContext(scenario.folder === null ? [] : [["{skills}", scenario.folder]]),
    tools,
  );
  const ours = shapeOf(seen, shapeContext([["{skills}", dialectFolder]]), tools);
  const slots = compareSlots(
    theirs,
    ours,
    scenario.calls.map(({ tool, input }) => `${tool} ${JSON.stringify(input)}`),
  );
  const { version, checked } = agreementOf(host) ?? {};
  return {
    lacking: null,
    agreement: version === undefined || checked === undefined ? null : { version, checked },
    slots: slots.map((slot) => ({
      ...slot,
      verdict: verdictOf(slot),
      reason: slot.host === slot.dialect ? null : explain(host, slot, seen.defused),
    })),
  };
}

const verdictOf = ({ host, dialect }: Difference): HostComparison["slots"][number]["verdict"] =>
  host !== dialect ? "differs" : host.includes("…") ? "words" : "equal";
