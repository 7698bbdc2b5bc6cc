import { Alert } from '@mantine/core';
import { useEffect, useState } from 'react';

/** So long somebody waits before a server that is silent is spoken of. */
const SLOW_MS = 5000;

/** Shown while something is sent: after five seconds it says that no answer has come, and that nothing is sent twice. */
export const SlowAnswer = () => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    // empty it takes no room, nor a gap: nothing moves under the finger that has just confirmed
    <div role="status" style={isSlow ? undefined : { position: 'absolute' }}>
      {isSlow && (
        <Alert color="yellow" variant="light" mb="sm">
          The server has not answered yet. Please wait: whatever happens, this is never done twice.
        </Alert>
      )}
    </div>
  );
};
