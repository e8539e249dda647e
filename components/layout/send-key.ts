"use client";

import type { KeyboardEvent } from "react";
import { browserSetting, useBrowserSetting } from "@/components/ui/browser-setting";

/** What sends a message: Enter, with Shift+Enter for a new line, or the other way round. Cmd/Ctrl+Enter always does. */
export const sendKeys = ["enter", "mod+enter"] as const;
export type SendKey = (typeof sendKeys)[number];

const setting = browserSetting("greenroom-send-key");
const read = (stored: string | null): SendKey => (stored === "mod+enter" ? stored : "enter");

export const useSendKey = (): SendKey => read(useBrowserSetting(setting));
export const setSendKey = (key: SendKey): void => setting.set(key);

/** Whether this press sends what is written. An Enter that ends a composition of characters does not. */
export function isSendPress(event: KeyboardEvent): boolean {
  if (event.key !== "Enter" || event.shiftKey || event.altKey || event.nativeEvent.isComposing) return false;
  return event.metaKey || event.ctrlKey || read(setting.get()) === "enter";
}
