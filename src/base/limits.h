/*
 * Every ceiling of the program in one place. What grows has a limit here; the
 * module that uses a limit says what happens at it.
 */
#ifndef NJ_BASE_LIMITS_H
#define NJ_BASE_LIMITS_H

/* match */
#define NJ_SEATS_MAX       16    /* seats of a match, over all games */
#define NJ_ARGS_MAX        16    /* arguments of one message or order */
#define NJ_ROW_FIELDS_MAX  8     /* columns of a table inside a message */
#define NJ_LIST_MAX        2048  /* items of a list inside a message */
#define NJ_MESSAGES_MAX    40000 /* messages one input may cause */
#define NJ_TIMERS_MAX      20    /* running deadlines of a match */
#define NJ_TIMER_BYTES     15    /* of a timer's or question's name */
#define NJ_PROMPTS_MAX     96    /* open questions of a match */
#define NJ_CHOICES_MAX     16    /* choices of one question */
#define NJ_OPTIONS_MAX     56    /* options of a game */
#define NJ_OPTION_TEXTS    3     /* of them texts */
#define NJ_OPTION_TEXT_MAX 384   /* bytes of one, with its NUL */
#define NJ_STATE_MAX       65536 /* bytes of a game's state */
#define NJ_PAGES_MAX       512   /* long texts of a match (match/pages.h) ... */
#define NJ_PAGES_BYTES     524288 /* ... their bytes, and of one */
#define NJ_PAGE_MAX        16384
#define NJ_ORDER_ARGS_MAX  6   /* arguments of an order */
#define NJ_ORDER_TEXT_MAX  832 /* bytes of a text argument of an order */
#define NJ_REASON_MAX      240 /* bytes of a host's reason or announcement */

/* people and chats */
#define NJ_ADDRESS_MAX      64  /* bytes of "qq:g:1001" with the NUL */
#define NJ_NAME_MAX         100 /* bytes of a shown name with the NUL */
#define NJ_NAME_CHARS_MAX   24  /* characters of a shown name */
#define NJ_HANDLE_MAX       40  /* bytes of "ann_lee", which one person has */
#define NJ_CODE_LEN         3   /* letters of the shortest match code, "K7Q" */
#define NJ_CODE_MAX         8   /* bytes of the longest, with its NUL */
#define NJ_CONTRIBUTION_MAX 64  /* bytes of words for the draw of chance */
#define NJ_JOINS_MAX        48  /* of people at a table, who left too */
#define NJ_JOINS_OF_ONE     8   /* ... of one person */

/* wire */
#define NJ_FRAME_MAX        (8u << 20) /* bytes of one assembled frame */
#define NJ_JSON_DEPTH_MAX   64         /* levels of a document from outside */
#define NJ_JSON_VALUES_MAX  131072 /* values of one; a parsed one has 24 bytes */
#define NJ_FRAME_STRING_MAX 65536  /* bytes of one string in a frame we keep */
#define NJ_FRAME_VALUES_MAX 4096   /* values of a frame: parsing one takes us */
#define NJ_TEXT_IN_MAX      2048 /* bytes of a message's text that we look at */
#define NJ_TEXT_PRIVATE_MAX \
 16384 /* ... in private: a whole one of a platform */
#define NJ_KEPT_MAX      (16u << 20) /* of what a gateway has to keep */
#define NJ_TEXT_OUT_MAX  4096        /* bytes of one message that we send */
#define NJ_TOKEN_OUT_MAX 40          /* bytes of what a button gives back */
#define NJ_BUTTONS_MAX   32          /* buttons under one message */
#define NJ_MSG_ID_MAX    64   /* bytes of a platform's message id, with NUL */
#define NJ_INBOX_MAX     8192 /* events waiting for the referee */
#define NJ_CALLS_MAX     256  /* calls of a gateway without an answer yet */

/* pictures */
#define NJ_BOARD_SIDE_MAX 100 /* rows or columns of a board that is drawn */
#define NJ_FILE_NAME_MAX \
 200 /* bytes of what a file that is sent is called, with the NUL */
#define NJ_STUDIO_MAX 32 /* pictures asked for and not made yet */

/* commands */
#define NJ_COMMAND_TEXT_MAX 512 /* bytes of a text that may be a command */

/* files */
#define NJ_FILE_MAX      (16u << 20) /* bytes of a configuration or match file */
#define NJ_DATA_FILE_MAX (1u << 20)  /* bytes of a game's data file */

/* configuration */
#define NJ_GATEWAYS_MAX     4   /* chat platforms of one house */
#define NJ_GATEWAYS_ALL     64  /* ... of all houses of a configuration */
#define NJ_HOUSES_MAX       16  /* houses of a configuration */
#define NJ_HOUSE_MAX        32  /* bytes of the name of one, with the NUL */
#define NJ_GATEWAY_NAME_MAX 9   /* bytes of "qq" in addresses, with the NUL */
#define NJ_OWNERS_MAX       16  /* people with all rights */
#define NJ_PATH_MAX         256 /* bytes of a configured path, with the NUL */
#define NJ_URL_MAX          256 /* bytes of a gateway's address, with the NUL */
#define NJ_LISTEN_MAX       64  /* bytes of where a gateway listens, with NUL */
#define NJ_TOKEN_MAX        256 /* bytes of a secret for a gateway, with NUL */
#define NJ_PREFIX_MAX       9   /* bytes of a command prefix, with the NUL */

#endif
