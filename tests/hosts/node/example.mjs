/** Feeds the same call to Loopledger's detector until it stops it. */
export function decisions({ detection }) {
  const detector = new detection.Detector({});
  const context = {
    threadId: "thread-1",
    run: { tag: "named", val: "run-1" },
  };
  const call = {
    id: "call-1",
    name: { tag: "text", val: "bash" },
    arguments: '{"command": "ls"}',
  };
  const decided = [];
  for (let response = 0; response < 5; response++) {
    decided.push(detector.observe(context, [call]).decision);
  }
  return decided;
}
