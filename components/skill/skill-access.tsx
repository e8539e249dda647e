"use client";

import { useQuery } from "@tanstack/react-query";
import { Bot, Lock, User, Users } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { accessQuery } from "@/components/data/access-queries";
import { Button } from "@/components/ui/button";
import { Icon, type LucideIcon } from "@/components/ui/icon";
import { Section } from "@/components/ui/section";
import { ShownText } from "@/components/ui/shown-text";
import { Skeleton } from "@/components/ui/skeleton";
import { client } from "@/lib/api/client";
import type { ShownAccess } from "@/lib/library/access/access-schema";

const AccessDialog = dynamic(() => import("./access-dialog").then((module) => module.AccessDialog), {
  ssr: false,
});

type SkillAccessProps = { workspace: string; skill: string };

/** Whom a skill is open to, and why whoever looks sees it. */
export function SkillAccess({ workspace, skill }: SkillAccessProps) {
  const access = useQuery(accessQuery(client.library, workspace, skill));
  const [isOpen, setOpen] = useState(false);
  const { data } = access;
  return (
    <Section
      title="Access"
      end={data?.mayManage ? <Button onClick={() => setOpen(true)}>Change</Button> : undefined}
    >
      {data ? (
        <Shown access={data} />
      ) : access.isError ? (
        <div className="grid justify-items-start gap-2">
          <p className="text-ink-3">
            <ShownText text={access.error.message} />
          </p>
          <Button onClick={() => void access.refetch()}>Try again</Button>
        </div>
      ) : (
        <Skeleton className="h-7" />
      )}
      {data && isOpen ? (
        <AccessDialog workspace={workspace} skill={skill} access={data} close={() => setOpen(false)} />
      ) : null}
    </Section>
  );
}

function Shown({ access: { people, agents, why } }: { access: ShownAccess }) {
  const isOpen = people === null && agents === null;
  return (
    <div className="grid gap-1">
      {isOpen ? <p className="text-ink-3">Open to everyone here, and to every agent.</p> : null}
      {!isOpen && people === null ? <Line icon={Users}>Everyone here</Line> : null}
      {people?.members.map(({ id, name }) => (
        <Line key={id} icon={User}>
          <ShownText text={name} />
        </Line>
      ))}
      {people?.groups.map(({ id, name }) => (
        <Line key={id} icon={Users}>
          <ShownText text={name} /> <span className="text-12 text-ink-3">group</span>
        </Line>
      ))}
      {people && people.members.length + people.groups.length === 0 ? (
        <Line icon={Lock}>No people but admins and those who look after it</Line>
      ) : null}
      {!isOpen && agents === null ? <Line icon={Bot}>Every agent</Line> : null}
      {agents?.map(({ slug, name }) => (
        <Line key={slug} icon={Bot}>
          <ShownText text={name} />
        </Line>
      ))}
      {agents?.length === 0 ? <Line icon={Lock}>No agent</Line> : null}
      {people === null ? null : (
        <p className="text-12 text-ink-3">
          It <ShownText text={why} />.
        </p>
      )}
    </div>
  );
}

function Line({ icon, children }: { icon: LucideIcon; children: React.ReactNode }) {
  return (
    <p className="flex min-h-6 items-center gap-2">
      <Icon of={icon} size={14} className="text-ink-3" />
      <span className="min-w-0 [overflow-wrap:anywhere]">{children}</span>
    </p>
  );
}
