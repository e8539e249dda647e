"use client";

import { FileCode, KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { configurationPath } from "@/components/data/settings-paths";
import { useWorkspace } from "@/components/layout/current-workspace";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { Notice } from "@/components/ui/notice";
import { ShownText } from "@/components/ui/shown-text";
import { TextLink } from "@/components/ui/text-link";
import type { Source } from "@/lib/sources/schema";
import { whySourceDeclared } from "@/lib/sources/source-options";

const SourceSecretDialog = dynamic(
  () => import("./source-secret-dialog").then((module) => module.SourceSecretDialog),
  { ssr: false },
);

/** Of a source that a configuration file keeps: where it is changed, and what a person still has to give it here. */
export function SourceDeclared({ source }: { source: Source }) {
  const { slug } = useWorkspace();
  const { name, declaredIn, needs } = source;
  if (declaredIn === null) return null;
  return (
    <>
      <p className="mt-3 flex flex-wrap items-center gap-x-2 bg-sunken px-3 py-2">
        <Icon of={FileCode} size={14} className="mt-[3px] self-start text-ink-3" />
        <span className="min-w-0 flex-1 basis-60">
          <ShownText text={whySourceDeclared(name, declaredIn)} />
        </span>
        <TextLink href={configurationPath(slug)}>Configuration</TextLink>
      </p>
      {needs === "token" ? <MissingToken source={source} /> : null}
      {needs === "deploy-key" ? (
        <Notice tone="warning" title="Its repository needs to know its deploy key" className="mt-3">
          Give the line under <em>Deploy key</em> to the repository. Once a sync has read it, this is gone.
        </Notice>
      ) : null}
    </>
  );
}

function MissingToken({ source }: { source: Source }) {
  const missingRight = useBlockedFor("directories.load");
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice
      tone="warning"
      title="Its token is missing"
      className="mt-3"
      action={
        <Button icon={KeyRound} missingRight={missingRight} onClick={() => setOpen(true)}>
          Give the token
        </Button>
      }
    >
      No file holds a token, and without one nothing comes from here.
      {isOpen ? <SourceSecretDialog source={source} close={() => setOpen(false)} /> : null}
    </Notice>
  );
}
