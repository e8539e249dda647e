"use client";

import { Braces, LogOut, UserRound } from "lucide-react";
import Link from "next/link";
import { accountPath } from "@/components/data/settings-paths";
import { apiReferencePath } from "@/components/data/workspace-paths";
import { Avatar } from "@/components/ui/avatar";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { Menu, MenuChoice, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { ShownText } from "@/components/ui/shown-text";
import { toast } from "@/components/ui/toaster";
import { useSession, useWorkspace } from "./current-workspace";
import { railItem, wideOnly } from "./rail-item";
import { signOut } from "./sign-out";
import { themes, useThemeChoice } from "./theme-choice";

export function PersonMenu() {
  const { user } = useSession();
  const { slug } = useWorkspace();
  const { theme, setTheme } = useThemeChoice();
  const leave = () => signOut().catch((error: Error) => toast.error(error.message));
  return (
    <Menu
      side="top"
      className="w-60"
      trigger={
        <button type="button" className={railItem}>
          <Avatar name={user.name} />
          <span className={classNames("truncate", wideOnly)}>
            <ShownText text={user.name} />
          </span>
          <span className="sr-only">, account</span>
        </button>
      }
    >
      <MenuLabel>
        <ShownText text={user.email} />
      </MenuLabel>
      <MenuItem asChild>
        <Link href={accountPath(slug)}>
          <Icon of={UserRound} />
          Your account
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <Link href={apiReferencePath(slug)}>
          <Icon of={Braces} />
          API reference
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuChoice label="Theme" value={theme ?? "system"} onValueChange={setTheme} options={themes} />
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={leave}>
        Sign out
      </MenuItem>
    </Menu>
  );
}
