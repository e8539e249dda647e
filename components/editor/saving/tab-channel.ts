import { z } from "zod";

/** `page` tells this very page's own messages apart: React may mount the editor twice. */
const sender = { tab: z.string(), page: z.string() };
const messageSchema = z.discriminatedUnion("type", [
  z.object({ ...sender, type: z.literal("hello") }),
  z.object({ ...sender, type: z.literal("here") }),
  z.object({ ...sender, type: z.literal("saved"), revision: z.number() }),
]);
type Message = z.infer<typeof messageSchema>;

const tabKey = "greenroom-tab";
const answerMs = 150;

/** A name that no tab has. */
export const newTab = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
const page = newTab();

/** Tells the tabs of this browser that have the same draft open about each other. */
export class TabChannel {
  readonly tab: string;
  private readonly channel: BroadcastChannel | null;
  private readonly others = new Set<string>();

  private constructor(place: string, tab: string) {
    this.tab = tab;
    this.channel =
      typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel(`greenroom:${place}`);
  }

  /**
   * Joins the tabs at `place`. A reload keeps its name; a duplicated tab, whose name is in use, gets a new one.
   * `onSaved` hears of saves in other tabs.
   */
  static async join(place: string, onSaved: (revision: number) => void): Promise<TabChannel> {
    const stored = sessionStorage.getItem(tabKey) ?? newTab();
    const first = new TabChannel(place, stored);
    await first.meetOthers(onSaved);
    if (!first.others.has(stored)) {
      sessionStorage.setItem(tabKey, stored);
      return first;
    }
    first.close();
    const fresh = newTab();
    sessionStorage.setItem(tabKey, fresh);
    const second = new TabChannel(place, fresh);
    await second.meetOthers(onSaved);
    return second;
  }

  /** Tabs that answered: their unsaved work is alive and not to be offered here. */
  isOpenElsewhere(tab: string): boolean {
    return this.others.has(tab);
  }

  announceSave(revision: number): void {
    this.post({ type: "saved", tab: this.tab, page, revision });
  }

  close(): void {
    this.channel?.close();
  }

  private async meetOthers(onSaved: (revision: number) => void): Promise<void> {
    this.channel?.addEventListener("message", (event: MessageEvent<unknown>) => {
      const message = messageSchema.safeParse(event.data);
      if (!message.success || message.data.page === page) return;
      if (message.data.type === "saved") onSaved(message.data.revision);
      else this.others.add(message.data.tab);
      if (message.data.type === "hello") this.post({ type: "here", tab: this.tab, page });
    });
    this.post({ type: "hello", tab: this.tab, page });
    await new Promise((resolve) => setTimeout(resolve, this.channel ? answerMs : 0));
  }

  private post(message: Message): void {
    this.channel?.postMessage(message);
  }
}
