import { Bot, GitPullRequest, Inbox, MessagesSquare, Package, Settings2 } from "lucide-react";

/** They stand in the order of the rail. `go` follows "g" on the keyboard. */
export const rooms = [
  { path: "skills", label: "Skills", icon: Package, go: "s" },
  { path: "agents", label: "Agents", icon: Bot, go: "a" },
  { path: "playground", label: "Playground", icon: MessagesSquare, go: "p" },
  { path: "reviews", label: "Reviews", icon: GitPullRequest, go: "r" },
  { path: "inbox", label: "Inbox", icon: Inbox, go: "i" },
  { path: "settings", label: "Settings", icon: Settings2, go: "e" },
] as const;

/** Pages that are workbenches: they need the width more than the words of the rail. */
const workbench = /^\/w\/[^/]+\/(skills\/[^/]+\/(edit|versions)|(playground|reviews)\/[^/]+)/;

export const isWorkbench = (pathname: string) => workbench.test(pathname);
