export function migrate(options: {
  url: string;
  dir: string;
  log?: (message: string) => void;
}): Promise<string[]>;
