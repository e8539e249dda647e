"use client";

import { useQuery } from "@tanstack/react-query";
import { Search } from "lucide-react";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { unreadQuery } from "@/components/data/inbox-queries";
import { openReviewsQuery } from "@/components/data/review-queries";
import { skillsPath } from "@/components/data/skill-paths";
import { roomPath } from "@/components/data/workspace-paths";
import { BrandMark } from "@/components/ui/brand";
import { classNames } from "@/components/ui/class-names";
import { Icon } from "@/components/ui/icon";
import { client } from "@/lib/api/client";
import { useWorkspace } from "./current-workspace";
import { KeyCaps } from "./key-caps";
import { rooms } from "./navigation";
import { PersonMenu } from "./person-menu";
import { RailLink, RailTip, railItem, type Waiting, wideOnly } from "./rail-item";
import { WorkspaceSwitcher } from "./workspace-switcher";

type RailProps = { slim: boolean; onSearch: () => void };

const quiet = { meta: { silent: true } };
const mostShown = 99;

/** Open reviews that somebody asked this person for. */
function useReviewsAsked(workspace: string): Waiting | undefined {
  const { data } = useQuery({ ...openReviewsQuery(client.reviews, workspace, "asked-of-me"), ...quiet });
  if (!data || data.items.length === 0) return undefined;
  const count = data.nextCursor ? `${data.items.length}+` : String(data.items.length);
  return { count, words: "asked of you" };
}

/** Lines of the inbox that were not read. */
function useUnread(workspace: string): Waiting | undefined {
  const { data } = useQuery({ ...unreadQuery(client.inbox, workspace), ...quiet });
  if (!data || data.unread === 0) return undefined;
  const count = data.unread > mostShown ? `${mostShown}+` : String(data.unread);
  return { count, words: "unread" };
}

export function Rail({ slim, onSearch }: RailProps) {
  const pathname = usePathname();
  const { slug } = useWorkspace();
  const waiting: Readonly<Record<string, Waiting | undefined>> = {
    reviews: useReviewsAsked(slug),
    inbox: useUnread(slug),
  };
  return (
    <nav
      aria-label="Workspace"
      className="flex min-h-0 min-w-0 flex-col overflow-y-auto border-line border-r bg-sunken px-2 pb-2 compact:flex-row compact:flex-wrap compact:items-center compact:gap-0.5 compact:overflow-visible compact:border-r-0 compact:border-b compact:py-1 narrow:px-[7px] group-data-slim/shell:px-[7px]"
    >
      <Link
        href={skillsPath(slug)}
        aria-label="Greenroom, home"
        className="flex h-top flex-none items-center gap-2 px-1.5 font-semibold text-14 tracking-[-0.015em] narrow:justify-center narrow:px-0 group-data-slim/shell:justify-center group-data-slim/shell:px-0 compact:h-8 compact:w-8"
      >
        <BrandMark />
        <span className={wideOnly}>Greenroom</span>
      </Link>
      <div className="mb-3 compact:mb-0">
        <WorkspaceSwitcher />
      </div>
      <ul className="grid gap-0.5 compact:flex">
        {rooms.map(({ path, label, icon }) => {
          const href = roomPath(slug, path);
          const current = pathname === href || pathname.startsWith(`${href}/`);
          return (
            <li key={path}>
              <RailLink
                href={href}
                icon={icon}
                label={label}
                current={current}
                slim={slim}
                waiting={waiting[path]}
              />
            </li>
          );
        })}
      </ul>
      <div className="mt-auto grid gap-0.5 pt-4 compact:mt-0 compact:ml-auto compact:flex compact:pt-0">
        <RailTip label="Search and commands" slim={slim}>
          <button type="button" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch} className={railItem}>
            <Icon of={Search} />
            <span className={classNames("flex-1", wideOnly)}>Search</span>
            <span aria-hidden="true" className="narrow:hidden group-data-slim/shell:hidden">
              <KeyCaps keys="mod+k" />
            </span>
          </button>
        </RailTip>
        <PersonMenu />
      </div>
    </nav>
  );
}
