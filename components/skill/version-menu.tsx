"use client";

import { Ban, Download, Ellipsis, FileDiff, GitBranch, RotateCcw, Tag, Undo2 } from "lucide-react";
import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { skillExportUrl } from "@/components/data/skill-paths";
import { comparePath } from "@/components/data/version-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { SkillDetail } from "@/lib/library/skill-schema";
import type { VersionSummary } from "@/lib/library/versions/version-schema";

const LabelDialog = dynamic(() => import("./label-dialog").then((module) => module.LabelDialog), {
  ssr: false,
});
const WithdrawDialog = dynamic(() => import("./withdraw-dialog").then((module) => module.WithdrawDialog), {
  ssr: false,
});
const RestoreVersionDialog = dynamic(
  () => import("./restore-version-dialog").then((module) => module.RestoreVersionDialog),
  { ssr: false },
);

const PushVersionDialog = dynamic(
  () => import("./push-version-dialog").then((module) => module.PushVersionDialog),
  { ssr: false },
);

type VersionMenuProps = { workspace: string; skill: SkillDetail; version: VersionSummary };

/** What can be done with one version. */
export function VersionMenu({ workspace, skill, version }: VersionMenuProps) {
  const router = useRouter();
  const [asked, setAsked] = useState<"labels" | "withdraw" | "restore" | "push" | null>(null);
  const mayWithdraw = useBlockedFor("versions.withdraw");
  const mayEdit = useBlockedFor("library.edit");
  const mayPush = useBlockedFor("directories.load");
  const { number, withdrawal } = version;
  const compare = (from: string | number, to: string | number) =>
    router.push(comparePath(workspace, skill.name, { from, to }));
  const download = (format: "zip" | "tar.gz") =>
    window.location.assign(skillExportUrl(workspace, skill.name, { version: String(number), format }));
  const notExported = withdrawal ? "A withdrawn version is not exported." : undefined;
  const close = () => setAsked(null);
  const target = { workspace, skill, number, close };
  return (
    <>
      <Menu
        align="end"
        trigger={
          <IconButton icon={Ellipsis} side="left" label={`Actions for version ${number}`} size="icon-small" />
        }
      >
        <MenuItem icon={FileDiff} onSelect={() => compare(number, "draft")}>
          Compare the draft with it
        </MenuItem>
        <MenuItem icon={FileDiff} onSelect={() => compare(number > 1 ? number - 1 : "none", number)}>
          {number > 1 ? `Compare with v${number - 1}` : "View files"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Tag} onSelect={() => setAsked("labels")}>
          Labels…
        </MenuItem>
        <MenuItem
          icon={RotateCcw}
          onSelect={() => setAsked("restore")}
          blockedReason={skill.mayEdit ? undefined : mayEdit}
        >
          Restore as the draft…
        </MenuItem>
        <MenuItem
          icon={GitBranch}
          onSelect={() => setAsked("push")}
          blockedReason={withdrawal ? "A withdrawn version goes nowhere." : mayPush}
        >
          Push to its source…
        </MenuItem>
        <MenuItem
          icon={withdrawal ? Undo2 : Ban}
          danger={withdrawal === null}
          onSelect={() => setAsked("withdraw")}
          blockedReason={mayWithdraw}
        >
          {withdrawal ? "Reinstate…" : "Withdraw…"}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Download} onSelect={() => download("zip")} blockedReason={notExported}>
          Export as .zip
        </MenuItem>
        <MenuItem icon={Download} onSelect={() => download("tar.gz")} blockedReason={notExported}>
          Export as .tar.gz
        </MenuItem>
      </Menu>
      {asked === "labels" ? <LabelDialog {...target} skill={skill.name} /> : null}
      {asked === "withdraw" ? (
        <WithdrawDialog workspace={workspace} skill={skill} version={version} close={close} />
      ) : null}
      {asked === "push" ? <PushVersionDialog {...target} skill={skill.name} /> : null}
      {asked === "restore" ? <RestoreVersionDialog {...target} /> : null}
    </>
  );
}
