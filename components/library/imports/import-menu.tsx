"use client";

import { FolderOpen, History, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import { skillsPath } from "@/components/data/skill-paths";
import { useBlockedFor } from "@/components/layout/use-blocked-for";
import { Button } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { useImportInput } from "./import-drop";

/** The ways to bring skills in. */
export function ImportMenu({ workspace }: { workspace: string }) {
  const router = useRouter();
  const blocked = useBlockedFor("library.edit");
  const { chooseFiles, chooseFolder } = useImportInput();
  return (
    <Menu align="end" trigger={<Button icon={Upload}>Import</Button>}>
      <MenuItem icon={Upload} onSelect={chooseFiles} blockedReason={blocked}>
        Choose files
      </MenuItem>
      <MenuItem icon={FolderOpen} onSelect={chooseFolder} blockedReason={blocked}>
        Choose folder
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={History} onSelect={() => router.push(`${skillsPath(workspace)}/import`)}>
        Past imports
      </MenuItem>
    </Menu>
  );
}
