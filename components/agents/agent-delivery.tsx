"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleDashed, CircleHelp, KeyRound, TriangleAlert } from "lucide-react";
import { deliveryStateQuery } from "@/components/data/agent-queries";
import { keysPath } from "@/components/data/settings-paths";
import { instanceFactsQuery } from "@/components/data/settings-queries";
import { AgentMcp } from "@/components/delivery/agent-mcp";
import { ButtonLink } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { Digest } from "@/components/ui/copy-button";
import { formatCount } from "@/components/ui/format";
import type { LucideIcon } from "@/components/ui/icon";
import { NotLoaded } from "@/components/ui/not-loaded";
import { RelativeTime } from "@/components/ui/relative-time";
import { SectionHead, SectionNote } from "@/components/ui/section-head";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { client } from "@/lib/api/client";
import type { DeliveryState } from "@/lib/delivery/schema";
import { fetchExample, machinesWords, standingWords } from "./delivery-words";

type AgentDeliveryProps = { workspace: string; agent: string };

/** Which machines have what the agent is delivered, what is left out and why, and how a machine asks. */
export function AgentDelivery({ workspace, agent }: AgentDeliveryProps) {
  const query = useQuery(deliveryStateQuery(client.delivery, workspace, agent));
  const { data } = query;
  return (
    <section aria-label="Delivery">
      <SectionHead title="Delivery" said={data ? machinesWords(data.machines) : null}>
        <ButtonLink icon={KeyRound} href={keysPath(workspace)}>
          API keys
        </ButtonLink>
      </SectionHead>
      {data ? (
        <>
          <Machines state={data} />
          <LeftOut state={data} />
          <Lines workspace={workspace} agent={agent} skill={data.skills[0]?.name ?? null} />
          <AgentMcp workspace={workspace} agent={agent} />
        </>
      ) : (
        <NotLoaded
          query={query}
          rows={2}
          loading="Loading the delivery"
          failed="The delivery could not be read"
        />
      )}
    </section>
  );
}

function Machines({ state }: { state: DeliveryState }) {
  const { keys, machines } = state;
  const others = machines.total - keys.length;
  if (machines.total === 0)
    return (
      <SectionNote>
        No machine fetches these skills with a key yet. A key to deliver, one for each machine, fetches what
        is assigned here and published, and opens nothing else.
      </SectionNote>
    );
  return (
    <>
      <ul>
        {keys.map((key) => (
          <MachineRow key={key.id} machine={key} />
        ))}
      </ul>
      {others > 0 ? (
        <p className="border-line border-b px-4 py-2 text-12 text-ink-3">
          {formatCount(others, "machine is", "machines are")} somebody else’s.
        </p>
      ) : null}
    </>
  );
}

type Machine = DeliveryState["keys"][number];

const standings = {
  newest: { icon: CircleCheck, tone: "neutral" },
  behind: { icon: TriangleAlert, tone: "warning" },
  never: { icon: CircleDashed, tone: "neutral" },
  unknown: { icon: CircleHelp, tone: "warning" },
} as const satisfies Record<Machine["standing"], { icon: LucideIcon; tone: "neutral" | "warning" }>;

function MachineRow({ machine }: { machine: Machine }) {
  const { name, prefix, person, standing, fetched, lastUsedAt } = machine;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-2">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere] compact:basis-full">
        <span className="font-medium">
          <ShownText text={name} />
        </span>{" "}
        <code className="font-mono text-12 text-ink-3">{prefix}…</code>{" "}
        <span className="text-ink-3">
          <ShownText text={person.name} />
        </span>
      </span>
      <State icon={standings[standing].icon} tone={standings[standing].tone} className="whitespace-normal">
        <ShownText text={standingWords(machine)} />
      </State>
      <span className="flex items-center gap-2 text-12 text-ink-3">
        {fetched ? (
          <>
            <Digest digest={fetched.digest} />
            <span>
              fetched <RelativeTime at={fetched.at} ago />
            </span>
          </>
        ) : null}
        {lastUsedAt ? (
          <span>
            asked <RelativeTime at={lastUsedAt} ago />
          </span>
        ) : null}
      </span>
    </li>
  );
}

function LeftOut({ state: { leftOut } }: { state: DeliveryState }) {
  if (leftOut.length === 0) return null;
  return (
    <div className="border-line border-b px-4 py-3">
      <h3 className="mb-1 font-medium">Left out</h3>
      <ul className="grid gap-1">
        {leftOut.map(({ skillId, detail }) => (
          <li key={skillId} className="text-ink-2 [overflow-wrap:anywhere]">
            <ShownText text={detail} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Lines({ workspace, agent, skill }: AgentDeliveryProps & { skill: string | null }) {
  const { data: facts } = useQuery(instanceFactsQuery(client.instance));
  if (!facts) return null;
  return (
    <div className="border-line border-b px-4 py-3">
      <CodeBlock
        label="the lines to fetch them"
        wrap={false}
        text={fetchExample({ origin: facts.publicUrl, workspace, agent, skill })}
      />
    </div>
  );
}
