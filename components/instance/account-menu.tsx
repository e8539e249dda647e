"use client";

import {
  CircleCheck,
  CircleSlash,
  Ellipsis,
  KeyRound,
  ShieldCheck,
  ShieldMinus,
  ShieldOff,
} from "lucide-react";
import { useState } from "react";
import { useSession } from "@/components/layout/current-workspace";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import type { Account } from "@/lib/accounts/account-schema";
import { blockedActs } from "./account-acts";
import { AccountDialogs, type AskedAct } from "./account-dialogs";

/** What an operator can do with one account; what is blocked says why. */
export function AccountMenu({ account }: { account: Account }) {
  const { user } = useSession();
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const blocked = blockedActs({ userId: user.id }, account);
  return (
    <>
      <Menu
        align="end"
        className="max-w-72"
        trigger={
          <IconButton icon={Ellipsis} side="left" size="icon-small" label={`Actions for ${account.name}`} />
        }
      >
        <MenuItem
          icon={KeyRound}
          blockedReason={blocked.resetPassword}
          onSelect={() => setAsked("reset-link")}
        >
          Create a reset link…
        </MenuItem>
        {account.twoFactor ? (
          <MenuItem
            icon={ShieldOff}
            blockedReason={blocked.resetTwoFactor}
            onSelect={() => setAsked("two-factor")}
          >
            Reset the second step…
          </MenuItem>
        ) : null}
        {account.isOperator ? (
          <MenuItem icon={ShieldMinus} onSelect={() => setAsked("remove-operator")}>
            Remove operator role…
          </MenuItem>
        ) : (
          <MenuItem
            icon={ShieldCheck}
            blockedReason={blocked.makeOperator}
            onSelect={() => setAsked("make-operator")}
          >
            Make an operator…
          </MenuItem>
        )}
        <MenuSeparator />
        {account.deactivatedAt === null ? (
          <MenuItem
            icon={CircleSlash}
            danger
            blockedReason={blocked.deactivate}
            onSelect={() => setAsked("deactivate")}
          >
            Deactivate…
          </MenuItem>
        ) : (
          <MenuItem icon={CircleCheck} onSelect={() => setAsked("reactivate")}>
            Reactivate…
          </MenuItem>
        )}
      </Menu>
      <AccountDialogs account={account} asked={asked} close={() => setAsked(null)} />
    </>
  );
}
