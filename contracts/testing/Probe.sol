// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title What the tests of the chain call. Never deployed outside of them.
contract Probe {
    uint256 public count;
    mapping(uint256 => uint256) public slots;

    event Counted(address indexed by, uint256 count, bytes32 indexed tag);
    error Refused(uint256 code, string why);

    receive() external payable {}

    function add(uint256 amount, bytes32 tag) external payable {
        count += amount;
        slots[count % 32] = count;
        emit Counted(msg.sender, count, tag);
    }

    /// Sets slots that `clear` resets for a refund of gas.
    function fill(uint256 first, uint256 number) external {
        for (uint256 slot = first; slot < first + number; slot++) slots[slot] = slot + 1;
    }

    function clear(uint256 first, uint256 number) external {
        for (uint256 slot = first; slot < first + number; slot++) delete slots[slot];
    }

    /// Passes almost all of its gas on, so the call needs more than it uses.
    function deep(uint256 depth) external returns (uint256) {
        if (depth == 0) return gasleft();
        return this.deep(depth - 1);
    }

    function refuse() external pure {
        revert Refused(7, "as asked");
    }

    function refuseWithReason() external pure {
        revert("no reason needed");
    }

    function loop() external view returns (uint256 rounds) {
        while (gasleft() > 0) rounds++;
    }

    function create() external returns (address) {
        return address(new Child{salt: bytes32(count)}());
    }

    function send(address payable to, uint256 amount) external {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "not sent");
    }

    function blockFacts() external view returns (uint256, uint256, bytes32, uint256) {
        return (block.number, block.timestamp, blockhash(block.number - 1), block.chainid);
    }
}

contract Child {
    uint256 public born = block.number;
}
