declare module '*.json?first' {
  const words: Record<string, unknown>;
  export default words;
}
