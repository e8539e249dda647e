/** What Claude Code puts behind results of its own accord: reminders that are no part of the answer. */
const reminders = /(?:\n\n<system-reminder>\n(?:(?!<\/system-reminder>)[\s\S])*<\/system-reminder>\n?)+$/;

export const withoutReminders = (text: string): string =>
  text.includes("<system-reminder>") ? text.replace(reminders, "") : text;

/** A text that is nothing but a word of the host to its model. */
export const isReminder = (text: string): boolean => text.startsWith("<system-reminder>");
