export function sortDatabaseTests(root: string): { apart: string[]; together: string[] };
