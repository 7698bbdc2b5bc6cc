import { z } from 'zod';

// Zod would compile each schema with `new Function`, which the content security policy forbids: it asks at the start, and is refused.
z.config({ jitless: true });
