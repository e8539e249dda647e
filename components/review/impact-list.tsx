"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, TriangleAlert } from "lucide-react";
import { agentPath } from "@/components/data/agent-paths";
import { impactQuery } from "@/components/data/agent-queries";
import { formatCount } from "@/components/ui/format";
import { ShownText } from "@/components/ui/shown-text";
import { SkeletonRows } from "@/components/ui/skeleton";
import { TextLink } from "@/components/ui/text-link";
import type { AgentImpact } from "@/lib/agents/impact-schema";
import { client } from "@/lib/api/client";
import {
  sayCatalogue,
  sayCollision,
  sayCut,
  sayFollowing,
  sayMove,
  sayOthersCut,
  sayOwnCut,
} from "./impact-words";
import { PaneItem, PaneList } from "./pane-list";

type ImpactListProps = {
  workspace: string;
  skill: string;
  /** Of the draft: another one is asked for anew. */
  digest: string;
  /** Labels that would be moved to the new version as well. */
  labels?: readonly string[];
};

/** What publishing would change for each agent that has the skill. */
export function ImpactList({ workspace, skill, digest, labels = [] }: ImpactListProps) {
  const { data, error } = useQuery(impactQuery(client.agents, workspace, skill, { digest, labels }));
  if (error !== null && data === undefined)
    return (
      <p className="text-danger">
        <ShownText text={error.message} />
      </p>
    );
  if (data === undefined) return <SkeletonRows rows={3} label="Loading the impact" />;
  return (
    <>
      {data.similarNames.length === 0 ? null : (
        <p className="mb-3 text-warn">
          Easily taken for{" "}
          <code>
            <ShownText text={data.similarNames.join(", ")} />
          </code>
          : the names differ by case or separators alone.
        </p>
      )}
      {data.agents.length === 0 ? (
        <p className="text-ink-3">No agent has this skill: nobody gets the new version yet.</p>
      ) : (
        <PaneList label="Impact on publish">
          {data.agents.map((impact) => (
            <ImpactItem key={impact.agent.slug} workspace={workspace} impact={impact} />
          ))}
        </PaneList>
      )}
    </>
  );
}

function ImpactItem({ workspace, impact }: { workspace: string; impact: AgentImpact }) {
  const { agent, changes, cut, freed, collisions } = impact;
  const fresh = collisions.filter((collision) => !collision.before);
  const ownCut = sayOwnCut(impact);
  const others = sayOthersCut(impact);
  const isWhole = ownCut === null && others === "" && cut.length === 0;
  const hasProblem = ownCut !== null || (changes && cut.length + fresh.length > 0);
  return (
    <PaneItem
      icon={hasProblem ? TriangleAlert : Bot}
      tone={hasProblem ? "warning" : "neutral"}
      title={
        <TextLink href={agentPath(workspace, agent.slug)}>
          <ShownText text={agent.name} />
        </TextLink>
      }
      end={sayMove(impact)}
    >
      <ShownText text={sayFollowing(impact)} />{" "}
      {ownCut === null ? null : <span className="text-warn">{ownCut} </span>}
      {changes ? (
        <>
          <ShownText text={sayCatalogue(impact)} />
          {isWhole ? ", nothing dropped." : "."} {others === "" ? null : `${others} `}
          {cut.map((one) => (
            <span key={one.skill}>
              <code>
                <ShownText text={one.skill} />
              </code>{" "}
              <span className="text-warn">
                <ShownText text={sayCut(one)} />
              </span>{" "}
            </span>
          ))}
          {freed.length === 0 ? null : <ShownText text={`Whole again: ${freed.join(", ")}. `} />}
          {fresh.map((one) => (
            <span key={one.skill}>
              <span className="text-warn">Collides with</span>{" "}
              <code>
                <ShownText text={one.skill} />
              </code>
              : <ShownText text={sayCollision(one)} />{" "}
            </span>
          ))}
        </>
      ) : null}
    </PaneItem>
  );
}

/** "3 agents", of which 1 changes; for the head of the section. */
export function ImpactCount({ workspace, skill, digest, labels = [] }: ImpactListProps) {
  const { data } = useQuery(impactQuery(client.agents, workspace, skill, { digest, labels }));
  return data === undefined ? null : formatCount(data.agents.length, "agent");
}
