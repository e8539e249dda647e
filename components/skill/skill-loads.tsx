"use client";

import { useQuery } from "@tanstack/react-query";
import { Check, TriangleAlert } from "lucide-react";
import { skillEditPath } from "@/components/data/skill-paths";
import { hostLoadsQuery } from "@/components/data/skill-queries";
import { formatCount } from "@/components/ui/format";
import { NotLoaded } from "@/components/ui/not-loaded";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { State } from "@/components/ui/state";
import { TextLink } from "@/components/ui/text-link";
import { client } from "@/lib/api/client";
import type { HostLoads } from "@/lib/library/host-loads-schema";

type HostFate = HostLoads["hosts"][number];
type Refused = Extract<HostFate, { state: "refused" }>;
type Loaded = Extract<HostFate, { state: "loaded" }>;

/** In how many hosts the draft loads; opened, a row for each host, with what to do where it does not. */
export function SkillLoads({ workspace, skill }: { workspace: string; skill: string }) {
  const query = useQuery(hostLoadsQuery(client.library, workspace, skill));
  if (!query.data)
    return (
      <Section title="Hosts">
        <NotLoaded query={query} loading="Asking the hosts’ loaders" failed="The hosts could not be asked" />
      </Section>
    );
  const { loaded, hosts } = query.data;
  const all = loaded === hosts.length;
  return (
    <Section title="Hosts">
      <details>
        <summary className="min-h-7 cursor-pointer">
          <State icon={all ? Check : TriangleAlert} tone={all ? "neutral" : "warning"}>
            Loads in {loaded} of {hosts.length} hosts
          </State>
        </summary>
        <ul className="mt-1 grid gap-2">
          {hosts.map((host) => (
            <li key={host.dialect} className="border-line border-t pt-2">
              {host.state === "refused" ? (
                <RefusedHost workspace={workspace} skill={skill} host={host} />
              ) : (
                <LoadedHost skill={skill} host={host} />
              )}
            </li>
          ))}
        </ul>
      </details>
    </Section>
  );
}

function RefusedHost({ workspace, skill, host }: { workspace: string; skill: string; host: Refused }) {
  const { title, message, fix, file, line, rule } = host;
  return (
    <>
      <State icon={TriangleAlert} tone="warning">
        {title}: does not load it
      </State>
      <p className="mt-0.5 text-12 text-ink-2 [overflow-wrap:anywhere]">
        <ShownText text={message} /> {fix}
      </p>
      <p className="text-12 text-ink-3">
        <TextLink href={`${skillEditPath(workspace, skill)}?${new URLSearchParams({ file })}`}>
          <ShownText text={file} />
          {line === null ? "" : `, line ${line}`}
        </TextLink>{" "}
        <code>{rule}</code>
      </p>
    </>
  );
}

function LoadedHost({ skill, host }: { skill: string; host: Loaded }) {
  const { title, name, description, readsOtherwise, leftOut } = host;
  return (
    <>
      <State icon={Check}>{title}</State>
      {readsOtherwise ? (
        <p className="mt-0.5 text-12 text-ink-2 [overflow-wrap:anywhere]">
          {name === skill ? (
            ""
          ) : (
            <>
              It reads the name as “<ShownText text={name} />
              ”.{" "}
            </>
          )}
          {description === "" ? (
            "It reads no description."
          ) : (
            <>
              It reads the description as “<ShownText text={description} />
              ”.
            </>
          )}
        </p>
      ) : null}
      {leftOut.length === 0 ? null : (
        <details className="text-12 text-ink-3">
          <summary className="min-h-6 cursor-pointer">{formatCount(leftOut.length, "file")} left out</summary>
          <ul>
            {leftOut.map(({ path, why }) => (
              <li key={path} className="[overflow-wrap:anywhere]">
                <code>
                  <ShownText text={path} />
                </code>
                : {why}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
