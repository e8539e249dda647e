"use client";

import { CircleCheck } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { can } from "@/lib/access/permissions";
import type { Import } from "@/lib/imports/import-schema";
import { storedNames } from "./import-report";

const ManyDialog = dynamic(() => import("../many/many-dialog").then((module) => module.ManyDialog), {
  ssr: false,
});

type PublishStoredProps = { workspace: string; current: Import };

/** From what was stored straight on to its agents: one dialog publishes all of it and assigns it. */
export function PublishStored({ workspace, current }: PublishStoredProps) {
  const { role } = useWorkspace();
  const blocked = useBlockedFor("library.publish");
  const [isAsked, setIsAsked] = useState(false);
  const names = storedNames(current);
  if (names.length === 0) return null;
  const mayAssign = can(role, "agents.edit");
  return (
    <>
      <Button variant="primary" icon={CircleCheck} missingRight={blocked} onClick={() => setIsAsked(true)}>
        {mayAssign ? "Publish and assign" : "Publish"}
      </Button>
      {isAsked ? (
        <ManyDialog
          workspace={workspace}
          asked={{ kind: "publish", skills: { names }, count: names.length, alsoAssign: mayAssign }}
          close={() => setIsAsked(false)}
        />
      ) : null}
    </>
  );
}
