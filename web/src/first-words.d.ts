declare module '*.json?staff' {
  const words: Record<string, unknown>;
  export default words;
}

declare module '*.json?portal' {
  const words: Record<string, unknown>;
  export default words;
}
